import { describe, expect, test } from 'vitest'
import { createContainer } from './index.ts'

const make = (dependencies: unknown) => () => createContainer({ dependencies })

describe('invalid dependencies', () => {
  test.each([null, [], 42, new Map(), () => ({})])(
    'dependencies that are not a map, such as %o, are refused',
    (dependencies) => {
      expect(make(dependencies)).toThrow(expect.objectContaining({ code: 'APP_DEPENDENCIES' }))
      expect(make(dependencies)).toThrow(/^dependencies is .*: it must be a map of services, invokables, factories/)
    },
  )

  test('the error for an unknown key names the key, a similar key, and all allowed keys', () => {
    expect(make({ factory: {} })).toThrow(
      'dependencies.factory is not known: allowed are services, invokables, factories, aliases, delegators, ' +
        'initializers, abstract_factories, shared, shared_by_default, eager; did you mean "factories"?',
    )
    expect(make({ invokable: {} })).toThrow('did you mean "invokables"?')
    expect(make({ initialisers: [] })).toThrow('did you mean "initializers"?')
  })

  test('an unknown key that is similar to no known key is ignored, since it may belong to another tool', () => {
    expect(make({ factories: { a: () => 'a' }, auto: { x: 1 }, lazy_services: {} })().get('a')).toBe('a')
  })

  test.each(['services', 'invokables', 'factories', 'aliases', 'delegators', 'shared'])(
    'the key %s of dependencies has to be a map',
    (section) => {
      expect(make({ [section]: [] })).toThrow(`dependencies.${section} is a list: it must be a map by name.`)
      expect(make({ [section]: new Map() })).toThrow(`dependencies.${section} is an instance of Map`)
      expect(make({ [section]: undefined })).not.toThrow()
    },
  )

  test('a factory has to be a function, a class with static inject, or an object with create', () => {
    class Plain {}

    for (const factory of [42, 'Plain', null, undefined, {}, Plain]) {
      expect(make({ factories: { 'acme/a': factory } })).toThrow(/^dependencies\.factories\['acme\/a'\] is /)
    }
    expect(make({ factories: { a: Plain } })).toThrow('a class constructed without arguments belongs in invokables')
  })

  test('an invokable has to be a class or a function without arguments', () => {
    class Injected {
      static readonly inject = ['config']
      readonly isInjected = true
    }

    expect(make({ invokables: { a: (container: unknown) => container } })).toThrow(
      'a function of the container or a class with static inject belongs in factories',
    )
    expect(make({ invokables: { a: Injected } })).toThrow("dependencies.invokables['a'] is the class Injected")
    expect(make({ invokables: { a: {} } })).toThrow("dependencies.invokables['a'] is a map")
  })

  test('an alias for something that is not a name, a value of `shared` that is not a boolean, and undefined as a service are refused', () => {
    expect(make({ aliases: { a: 1 } })).toThrow(
      "dependencies.aliases['a'] is a number: it must be the name of a service.",
    )
    expect(make({ aliases: { a: '' } })).toThrow('the name of a service')
    expect(make({ factories: { a: () => 1 }, shared: { a: 'no' } })).toThrow('it must be true or false.')
    expect(make({ shared_by_default: 0 })).toThrow('dependencies.shared_by_default is a number')
    expect(make({ services: { a: undefined } })).toThrow("dependencies.services['a'] is undefined")
  })

  test('delegators, initializers and abstract factories have to be lists, and the error names the wrong entry', () => {
    const factories = { a: () => 1 }

    expect(make({ factories, delegators: { a: () => 1 } })).toThrow(
      "delegators['a'] is the function a: it must be a list.",
    )
    expect(make({ factories, delegators: { a: [() => 1, class {}] } })).toThrow("delegators['a'][1] is a class")
    expect(make({ initializers: () => 1 })).toThrow('it must be a list.')
    expect(make({ initializers: [class Early {}] })).toThrow(
      'initializers[0] is the class Early: it must be a function (container, name, service).',
    )
    expect(make({ abstract_factories: {} })).toThrow('abstract_factories is a map: it must be a list.')
    expect(make({ abstract_factories: [{ create: () => 1 }] })).toThrow('abstract_factories[0] is a map')
  })

  test('2.8: the name "config" is reserved for the configuration, and typed-inject reserves two names', () => {
    expect(make({ services: { config: {} } })).toThrow(
      "services['config'] uses a name that is reserved for the configuration itself",
    )
    expect(make({ factories: { $injector: () => 1 } })).toThrow('reserved by typed-inject')
    expect(make({ aliases: { $target: 'a' } })).toThrow('reserved by typed-inject')
  })

  test('dependencies may be a map without a prototype', () => {
    const factories = Object.assign(Object.create(null), { a: () => 'a' })

    expect(createContainer({ dependencies: { factories } }).get('a')).toBe('a')
  })

  test('a configuration that is missing, or is still a promise, is refused with an error that says to await it', () => {
    // @ts-expect-error no configuration at all
    expect(() => createContainer()).toThrow('config is undefined: it must be the loaded configuration: await it first.')
    expect(() => createContainer(Promise.resolve({}))).toThrow('await it first')
  })
})
