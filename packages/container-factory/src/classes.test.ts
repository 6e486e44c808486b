import { describe, expect, test } from 'vitest'
import { AmbiguousClassError, createContainer, ServiceNotCreatedError, ServiceNotFoundError } from './index.ts'

class Plain {}
class Db {
  static readonly inject = ['config'] as const
  readonly config: object
  constructor(config: object) {
    this.config = config
  }
}

describe('get(Class)', () => {
  test('an invokable is found by its class, as the same instance', () => {
    const container = createContainer({ dependencies: { invokables: { plain: Plain } } })

    expect(container.has(Plain)).toBe(true)
    expect(container.get(Plain)).toBe(container.get('plain'))
  })

  test('a class with static inject in factories is found by its class, delegators included', () => {
    const container = createContainer({
      dependencies: {
        factories: { db: Db },
        delegators: { db: [(_container, _name, create) => Object.assign(create<Db>(), { isWrapped: true })] },
      },
    })

    expect(container.get(Db)).toBe(container.get('db'))
    expect(container.get(Db)).toHaveProperty('isWrapped', true)
  })

  test('a class with static inject needs no registration, and is constructed once', () => {
    const config = {}
    const container = createContainer(config)

    expect(container.has(Db)).toBe(true)
    expect(container.get(Db).config).toBe(config)
    expect(container.get(Db)).toBe(container.get(Db))
  })

  test('a plain class without registration is not known', () => {
    const container = createContainer({})

    expect(container.has(Plain)).toBe(false)
    expect(() => container.get(Plain)).toThrow(ServiceNotFoundError)
    expect(() => container.get(Plain)).toThrow('missing Plain')
    expect(() => container.get(class {})).toThrow('missing anonymous class')
  })

  test('a class under two names is ambiguous: the error names both', () => {
    const container = createContainer({ dependencies: { invokables: { one: Plain, two: Plain } } })

    expect(container.get('one')).not.toBe(container.get('two'))
    expect(container.has(Plain)).toBe(true)
    expect(() => container.get(Plain)).toThrow('class Plain is registered under 2 names: ask for "one" or "two".')
    expect(() => container.get(Plain)).toThrow(ServiceNotCreatedError)
    expect(() => container.get(Plain)).toThrow(
      expect.objectContaining({ cause: expect.any(AmbiguousClassError) as unknown }),
    )
  })

  test('a name whose registration is hidden by an alias does not count', () => {
    const container = createContainer({
      dependencies: { invokables: { one: Plain, two: Plain }, aliases: { two: 'one' } },
    })

    expect(container.get(Plain)).toBe(container.get('one'))
  })

  test('a class is never mistaken for the service of the same name', () => {
    const container = createContainer({ dependencies: { services: { Db: 'by name' } } })

    expect(container.get(Db)).toBeInstanceOf(Db)
    expect(container.get('Db')).toBe('by name')
  })
})
