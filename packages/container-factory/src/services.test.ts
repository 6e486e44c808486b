import { describe, expect, test } from 'vitest'
import { createContainer } from './index.ts'

class Clock {
  readonly now = 0
}

describe('the service config', () => {
  test('2.8: the configuration is the service "config"', () => {
    const config = { debug: true, dependencies: {} }

    expect(createContainer(config).get('config')).toBe(config)
    expect(createContainer(config).has('config')).toBe(true)
  })

  test('2.8: a configuration without dependencies makes a container that knows only "config"', () => {
    const container = createContainer({ debug: true })

    expect(container.has('config')).toBe(true)
    expect(container.has('x')).toBe(false)
  })
})

describe('invokables', () => {
  test('2.8: an invokable is constructed without arguments, once', () => {
    const container = createContainer({ dependencies: { invokables: { clock: Clock } } })

    expect(container.get('clock')).toBeInstanceOf(Clock)
    expect(container.get('clock')).toBe(container.get('clock'))
  })
})

describe('an invokable that is a function', () => {
  test('2.8: an invokable that is a function is called without arguments, once, and returns the service', () => {
    const calls: unknown[][] = []
    const clock = (...args: unknown[]) => {
      calls.push(args)
      return new Clock()
    }
    const container = createContainer({ dependencies: { invokables: { clock } } })

    expect(container.get('clock')).toBeInstanceOf(Clock)
    expect(container.get('clock')).toBe(container.get('clock'))
    expect(calls).toEqual([[]])
  })

  test('2.8: an invokable that is a function may return a string, a promise, or an instance of a class that is written as a function', async () => {
    function Legacy(this: { made?: boolean }) {
      this.made = true
    }
    Legacy.prototype.isLegacy = () => true
    const container = createContainer({
      dependencies: {
        invokables: {
          text: function text() {
            return 'a text'
          },
          later: async () => 'later',
          legacy: Legacy as unknown as new () => object,
          map: Map,
        },
      },
    })

    expect(container.get('text')).toBe('a text')
    await expect(container.get('later')).resolves.toBe('later')
    expect(container.get('legacy')).toMatchObject({ made: true, isLegacy: expect.any(Function) })
    expect(container.get('map')).toEqual(new Map())
  })

  test('2.8: an invokable that is a function with a parameter is refused, since it is a factory', () => {
    const wanting = (container: { get(name: string): unknown }) => container.get('x')

    expect(() => createContainer({ dependencies: { invokables: { a: wanting as () => unknown } } })).toThrow(
      "dependencies.invokables['a'] is the function wanting: it must be a class or a function without arguments;",
    )
  })
})

describe('factories', () => {
  test('2.8: a factory function gets a container and the name, and runs once, at the first get', () => {
    const names: string[] = []
    const container = createContainer({
      dependencies: {
        invokables: { clock: Clock },
        factories: {
          report: (container, name) => {
            names.push(name)
            return { clock: container.get('clock') }
          },
        },
      },
    })
    expect(names).toEqual([])

    const report = container.get('report')

    expect(report).toEqual({ clock: container.get('clock') })
    expect(container.get('report')).toBe(report)
    expect(names).toEqual(['report'])
  })

  test('a class with static inject is constructed with the services that it names, in order', () => {
    class Report {
      static readonly inject = ['clock', 'title', 'clock'] as const
      readonly parts: unknown[]
      constructor(...parts: unknown[]) {
        this.parts = parts
      }
    }
    const container = createContainer({
      dependencies: { services: { title: 'Sales' }, invokables: { clock: Clock }, factories: { report: Report } },
    })

    expect(container.get<Report>('report').parts).toEqual([container.get('clock'), 'Sales', container.get('clock')])
    expect(container.get('report')).toBe(container.get('report'))
  })

  test('an object with create makes the service, and create is called as a method of the object', () => {
    const factory = {
      prefix: 'made by an object: ',
      create(_container: unknown, name: string) {
        return this.prefix + name
      },
    }
    const container = createContainer({ dependencies: { factories: { a: factory } } })

    expect(container.get('a')).toBe('made by an object: a')
  })

  test('a class with a static create is used like an object with create, and is not constructed', () => {
    class Report {
      readonly isReport = true
      static create() {
        return new Report()
      }
    }
    const container = createContainer({ dependencies: { factories: { report: Report } } })

    expect(container.get('report')).toBeInstanceOf(Report)
  })

  test('a class with static inject waits for services that are made asynchronously, and its get returns a promise', async () => {
    class Report {
      static readonly inject = ['db', 'clock', 'log'] as const
      readonly parts: readonly unknown[]
      constructor(...parts: readonly unknown[]) {
        this.parts = parts
      }
    }
    const container = createContainer({
      dependencies: {
        invokables: { clock: Clock },
        factories: { db: async () => 'db', log: async () => 'log', report: Report },
      },
    })
    const report = container.get<Promise<Report>>('report')

    expect((await report).parts).toEqual(['db', container.get('clock'), 'log'])
    expect(container.get('report')).toBe(report)
  })

  test('get() of a class that waits for a failed service rejects with the path to that service; the next get() makes both services', async () => {
    class Report {
      static readonly inject = ['db'] as const
      readonly db: string
      constructor(db: string) {
        this.db = db
      }
    }
    let runs = 0
    const db = async () => {
      if (++runs === 1) throw new Error('no route to host')
      return 'db'
    }
    const container = createContainer({ dependencies: { factories: { db, report: Report } } })

    await expect(container.get('report')).rejects.toThrow(
      'Service "db" could not be created (report → db): no route to host',
    )
    expect(await container.get<Promise<Report>>('report')).toEqual({ db: 'db' })
  })

  test('a rejection that no caller waits for any more does not end the process', async () => {
    class Report {
      static readonly inject = ['db', 'gone'] as const
      readonly isReport = true
    }
    const unhandled: unknown[] = []
    const hear = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', hear)
    const container = createContainer({
      dependencies: { factories: { db: () => Promise.reject(new Error('no route')), report: Report } },
    })

    expect(() => container.get('report')).toThrow('report → missing gone')
    await new Promise((resolve) => setTimeout(resolve, 10))
    process.off('unhandledRejection', hear)
    expect(unhandled).toEqual([])
  })

  test('a function with inject is given the services that it names', () => {
    const report = Object.assign((clock: Clock, title: string) => `${title} at ${clock.now}`, {
      inject: ['clock', 'title'] as const,
    })
    const container = createContainer({
      dependencies: { services: { title: 'Sales' }, invokables: { clock: Clock }, factories: { report } as object },
    })

    expect(container.get('report')).toBe('Sales at 0')
  })

  test('a factory may destructure its container', () => {
    const container = createContainer({
      dependencies: { invokables: { clock: Clock }, factories: { a: ({ get, has }) => [has('clock'), get('clock')] } },
    })

    expect(container.get('a')).toEqual([true, container.get('clock')])
  })
})

describe('the key services', () => {
  test('get returns a given value unchanged, also null and false', () => {
    const container = createContainer({ dependencies: { services: { none: null, off: false, list: [1] } } })

    expect([container.get('none'), container.get('off'), container.get('list')]).toEqual([null, false, [1]])
    expect(container.has('none')).toBe(true)
  })

  test('if one name is in several maps, get uses the value, else the alias, else the invokable, else the factory', () => {
    const a = () => 'factory'
    const invokables = { a: Clock }
    const container = createContainer({ dependencies: { factories: { a }, invokables } })
    const withAlias = createContainer({
      dependencies: { factories: { a }, invokables, aliases: { a: 'b' }, services: { b: 'alias' } },
    })
    const withValue = createContainer({
      dependencies: { factories: { a }, invokables, aliases: { a: 'b' }, services: { a: 'value', b: 'alias' } },
    })

    expect(container.get('a')).toBeInstanceOf(Clock)
    expect(withAlias.get('a')).toBe('alias')
    expect(withValue.get('a')).toBe('value')
  })
})

describe('results of factories', () => {
  test('a factory may return false, 0 or an empty string, which the container keeps like any service', () => {
    let runs = 0
    const factories = Object.fromEntries([false, 0, '', Number.NaN].map((value, at) => [at, () => [value, ++runs][0]]))
    const container = createContainer({ dependencies: { factories } })

    for (const name of Object.keys(factories)) container.get(name)
    for (const name of Object.keys(factories)) container.get(name)

    expect(runs).toBe(4)
    expect(container.get('0')).toBe(false)
  })

  test('null from a factory is returned and not kept: the next get calls the factory again', () => {
    const found = [null, null, 'now']
    const container = createContainer({ dependencies: { factories: { a: () => found.shift() } } })

    expect([container.get('a'), container.get('a'), container.get('a'), container.get('a')]).toEqual([
      null,
      null,
      'now',
      'now',
    ])
  })

  test('a promise of null is not kept either: the next get calls the factory again', async () => {
    const found = [null, 'now']
    const container = createContainer({ dependencies: { factories: { a: async () => found.shift() } } })

    expect([await container.get('a'), await container.get('a'), await container.get('a')]).toEqual([null, 'now', 'now'])
  })

  test('undefined from a factory is an error, since a return was probably forgotten', async () => {
    const container = createContainer({ dependencies: { factories: { a: () => {}, b: async () => {} } } })

    expect(() => container.get('a')).toThrow('Service "a" could not be created: its factory or its outermost delegator')
    await expect(container.get('b')).rejects.toThrow('Service "b" could not be created')
  })
})

describe('a container with many services', () => {
  test('the call stack in which a factory runs is as short with 2,000 services as with a single one', () => {
    const depthWith = (count: number): number => {
      Error.stackTraceLimit = 10_000
      const depth = () => ({ frames: new Error().stack?.split('\n').length ?? 0 })
      const factories = Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, depth]))
      const container = createContainer({ dependencies: { factories } })
      const made = Object.keys(factories).map((name) => container.get<{ frames: number }>(name).frames)
      return Math.max(...made)
    }
    const limit = Error.stackTraceLimit
    const [one, many] = [depthWith(1), depthWith(2_000)]
    Error.stackTraceLimit = limit

    expect(many).toBe(one)
  })
})

describe('names of services', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
    'the name %j is not found if it is not registered',
    (name) => {
      const container = createContainer({ dependencies: { factories: {}, aliases: {}, services: {} } })

      expect(container.has(name)).toBe(false)
      expect(() => container.get(name)).toThrow('Service not found')
    },
  )

  test('a service may be registered under the name of a member of Object.prototype', () => {
    const factories = JSON.parse('{"__proto__": 1, "constructor": 1}')
    for (const name of Object.keys(factories)) factories[name] = { create: () => 'made' }
    Object.defineProperty(factories, '__proto__', { value: () => 'made', enumerable: true })
    const container = createContainer({ dependencies: { factories } })

    expect(container.get('__proto__')).toBe('made')
    expect(container.get('constructor')).toBe('made')
  })

  test('a factory gets a name of any length unchanged', () => {
    const name = 'x'.repeat(1000)
    const container = createContainer({ dependencies: { factories: { [name]: (_container, asked) => asked } } })

    expect(container.get(name)).toBe(name)
  })

  test('names that differ in case or punctuation are different', () => {
    const container = createContainer({ dependencies: { services: { 'foo-bar': 1 } } })

    expect([container.has('foo-bar'), container.has('Foo-bar'), container.has('foobar')]).toEqual([true, false, false])
  })

  test('a name that is neither a string nor a class is refused with a message', () => {
    const container = createContainer({})

    // @ts-expect-error a number is not a name
    expect(() => container.get(42)).toThrow('missing number')
    // @ts-expect-error `undefined` is not a name
    expect(container.has(undefined)).toBe(false)
    expect(() => container.get(Object.create(null))).toThrow('missing object')
  })

  test('keys() returns the names of services and aliases, and makes no service', () => {
    const fail = () => {
      throw new Error('asked for')
    }
    const container = createContainer({
      dependencies: { services: { one: 1 }, factories: { two: fail }, aliases: { second: 'two' } },
    })

    expect([...container.keys()].sort()).toEqual(['config', 'one', 'second', 'two'])
  })
})
