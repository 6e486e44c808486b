import { describe, expect, test } from 'vitest'
import { type Class, createContainer, ServiceNotFoundError } from './index.ts'

class Plain {}
class Db {
  static readonly inject = ['config'] as const
  readonly config: object
  constructor(config: object) {
    this.config = config
  }
}

describe('get(Class)', () => {
  test('get(Class) returns the same instance of an invokable as get with its name', () => {
    const container = createContainer({ dependencies: { invokables: { plain: Plain } } })

    expect(container.has(Plain)).toBe(true)
    expect(container.get(Plain)).toBe(container.get('plain'))
  })

  test('get(Class) finds a class with static inject in factories, and applies its delegators', () => {
    const container = createContainer({
      dependencies: {
        factories: { db: Db },
        delegators: { db: [(_container, _name, create) => Object.assign(create<Db>(), { isWrapped: true })] },
      },
    })

    expect(container.get(Db)).toBe(container.get('db'))
    expect(container.get(Db)).toHaveProperty('isWrapped', true)
  })

  test('get(Class) constructs a class with static inject without registration, and only once', () => {
    const config = {}
    const container = createContainer(config)

    expect(container.has(Db)).toBe(true)
    expect(container.get(Db).config).toBe(config)
    expect(container.get(Db)).toBe(container.get(Db))
  })

  test('a function with inject is a key like a class: it is called once, also if it is not registered', () => {
    const made: object[] = []
    const open = (config: object) => {
      const opened = { config }
      made.push(opened)
      return opened
    }
    open.inject = ['config'] as const
    const key = open as unknown as Class
    const container = createContainer({})
    expect(container.has(key)).toBe(true)
    expect([container.get(key), container.get(key)]).toEqual([made[0], made[0]])
    const named = createContainer({ dependencies: { factories: { opened: open } } })
    expect(named.get(key)).toBe(named.get('opened'))
    expect(made).toHaveLength(2)
  })

  test('errors number classes and functions of one name, in the order in which they were asked for', () => {
    const needing = (name: string) =>
      class Page {
        static readonly inject = [name]
        readonly name = name
      }
    const container = createContainer({})
    const [first, second] = [needing('a'), needing('b')]
    expect(() => container.get(first)).toThrow('Page → missing a, required by Page.')
    expect(() => container.get(second)).toThrow('Page#2 → missing b, required by Page#2')
    expect(() => container.get(first)).toThrow('missing a, required by Page.')
  })

  test('get(Class) throws for a class that is neither registered nor has static inject', () => {
    const container = createContainer({})

    expect(container.has(Plain)).toBe(false)
    expect(() => container.get(Plain)).toThrow(ServiceNotFoundError)
    expect(() => container.get(Plain)).toThrow('missing Plain')
    expect(() => container.get(class {})).toThrow('missing anonymous class')
  })

  test('get(Class) of a class that is registered under two names throws an error that has both names', () => {
    const container = createContainer({ dependencies: { invokables: { one: Plain, two: Plain } } })

    expect(container.get('one')).not.toBe(container.get('two'))
    expect(container.has(Plain)).toBe(true)
    expect(() => container.get(Plain)).toThrow('class Plain is registered under 2 names: ask for "one" or "two".')
    expect(() => container.get(Plain)).toThrow(
      expect.objectContaining({
        code: 'APP_SERVICE_NOT_CREATED',
        cause: expect.objectContaining({ code: 'APP_SERVICE_AMBIGUOUS' }) as unknown,
      }),
    )
  })

  test('get(Class) ignores a registration of the class under a name that is also an alias', () => {
    const container = createContainer({
      dependencies: { invokables: { one: Plain, two: Plain }, aliases: { two: 'one' } },
    })

    expect(container.get(Plain)).toBe(container.get('one'))
  })

  test('get(Class) never returns the service whose name is the name of the class', () => {
    const container = createContainer({ dependencies: { services: { Db: 'by name' } } })

    expect(container.get(Db)).toBeInstanceOf(Db)
    expect(container.get('Db')).toBe('by name')
  })
})
