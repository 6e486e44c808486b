import { describe, expect, test } from 'vitest'
import { createContainer, type Delegator } from './index.ts'

const wrap =
  (label: string, trace: string[] = []): Delegator =>
  (_container, _name, create) => {
    trace.push(label)
    return `${label}(${create<string>()})`
  }

describe('delegators', () => {
  test('the last delegator of a list is outermost, and delegators run only when the service is created', () => {
    const trace: string[] = []
    const container = createContainer({
      dependencies: {
        factories: { a: () => 'a' },
        delegators: { a: [wrap('first', trace), wrap('last', trace)] },
      },
    })

    expect(container.get('a')).toBe('last(first(a))')
    expect(container.get('a')).toBe('last(first(a))')
    expect(trace).toEqual(['last', 'first'])
  })

  test('a delegator gets the container and the name, and need not call create', () => {
    const container = createContainer({
      dependencies: {
        services: { other: 'other' },
        factories: { a: () => expect.unreachable() },
        delegators: { a: [(container, name) => [name, container.get('other')]] },
      },
    })

    expect(container.get('a')).toEqual(['a', 'other'])
  })

  test('a delegator may call create later, which breaks a cycle', () => {
    const container = createContainer({
      dependencies: {
        factories: {
          a: (container) => ({ b: container.get('b') }),
          b: (container) => ({ a: container.get('a') }),
        },
        delegators: { a: [(_container, _name, create) => ({ real: () => create<unknown>() })] },
      },
    })
    const a = container.get<{ real: () => unknown }>('a')

    expect(a.real()).toEqual({ b: { a } })
  })

  test('delegators wrap services of invokables and abstract factories as they wrap services of factories', () => {
    class Plain {}
    const delegators = { plain: [wrap('d')], abstract: [wrap('d')] }
    const container = createContainer({
      dependencies: {
        invokables: { plain: Plain },
        abstract_factories: [{ canCreate: () => true, create: (_container, name) => name }],
        delegators,
      },
    })

    expect(container.get('plain')).toBe('d([object Object])')
    expect(container.get('abstract')).toBe('d(abstract)')
  })

  test('an error inside of a delegator has the resolution path, like any other error', () => {
    const container = createContainer({
      dependencies: {
        factories: { outer: (container) => container.get('a'), a: () => 'a' },
        delegators: { a: [(container) => container.get('gone')] },
      },
    })

    expect(() => container.get('outer')).toThrow('outer → a → missing gone')
  })
})

describe('delegators without effect', () => {
  const a = () => 'a'

  test('delegators of an alias are refused with an error that has the name of the service to use', () => {
    const dependencies = { factories: { a }, aliases: { y: 'x', x: 'a' }, delegators: { y: [wrap('d')] } }

    expect(() => createContainer({ dependencies })).toThrow(
      'dependencies.delegators[\'y\'] is for the alias "y": use the service\'s name, "a".',
    )
  })

  test('delegators of a given value are refused', () => {
    const given = 'is for a service that is given, not made'
    const delegators = { a: [wrap('d')] }

    expect(() => createContainer({ dependencies: { services: { a: 1 }, delegators } })).toThrow(given)
    expect(() => createContainer({ dependencies: { delegators: { config: [wrap('d')] } } })).toThrow(given)
  })

  test('delegators of an unknown name are refused with an error that suggests similar names', () => {
    const dependencies = { factories: { logger: a }, delegators: { loger: [wrap('d')] } }

    expect(() => createContainer({ dependencies })).toThrow('did you mean "logger"?')
  })

  test('delegators of a factory are allowed, and unused, if an alias or a value hides the factory', () => {
    const factories = { a, b: () => 'b' }
    const delegators = { a: [wrap('d')] }

    expect(createContainer({ dependencies: { factories, delegators, aliases: { a: 'b' } } }).get('a')).toBe('b')
    expect(createContainer({ dependencies: { factories, delegators, services: { a: 'v' } } }).get('a')).toBe('v')
  })
})
