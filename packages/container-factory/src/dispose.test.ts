import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createContainer, type Factory } from './index.ts'

const DISPOSED = 'was requested from a container that is disposed of'
const tick = () => new Promise((resolve) => setTimeout(resolve))

class Resource {
  readonly #name: string
  readonly #trace: string[]
  constructor(name: string, trace: string[]) {
    this.#name = name
    this.#trace = trace
  }
  async dispose(): Promise<void> {
    await tick()
    this.#trace.push(this.#name)
  }
}

describe('dispose() of a container', () => {
  test('dispose() disposes of constructed services one after another, the last one first, and makes no others', async () => {
    const trace: string[] = []
    const container = createContainer({
      dependencies: {
        factories: {
          app: (container) => {
            container.get('db')
            return new Resource('app', trace)
          },
          db: () => new Resource('db', trace),
          log: () => new Resource('log', trace),
          never: () => expect.unreachable(),
        },
      },
    })
    container.get('log')
    container.get('app')

    await container.dispose()

    expect(trace).toEqual(['app', 'db', 'log'])
  })

  test('for any graph of services, dispose() disposes of dependents before the services that they require, else in reverse order of construction', async () => {
    const graph = fc.array(fc.array(fc.nat(), { maxLength: 4 }), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(graph, fc.array(fc.nat(), { maxLength: 20 }), fc.boolean(), async (edges, asked, isAsync) => {
        const made: string[] = []
        const disposed: string[] = []
        const requires = edges.map((targets, at) => targets.map((target) => target % (at + 1)).filter((to) => to < at))
        const make = (at: number) => {
          made.push(`${at}`)
          return { dispose: () => disposed.push(`${at}`) }
        }
        const factories = Object.fromEntries(
          requires.map((targets, at): [string, Factory] => [
            `${at}`,
            isAsync
              ? async (container) => {
                  for (const target of targets) await container.get(`${target}`)
                  return make(at)
                }
              : (container) => {
                  for (const target of targets) container.get(`${target}`)
                  return make(at)
                },
          ]),
        )
        const container = createContainer({ dependencies: { factories } })
        for (const at of asked) await container.get(`${at % edges.length}`)

        await container.dispose()

        expect(disposed).toEqual(made.toReversed())
      }),
    )
  })

  test('a service that requested another one long after its own construction is disposed of before the other one', async () => {
    const trace: string[] = []
    const lazy = (name: string, ...later: string[]): Factory => {
      return (container) => ({
        work: () => later.map((other) => container.get(other)),
        dispose: () => trace.push(name),
      })
    }
    const container = createContainer({
      dependencies: {
        factories: { first: lazy('first', 'through'), through: lazy('through', 'last'), last: lazy('last') },
        shared: { through: false },
      },
    })
    const first = container.get<{ work(): { work(): unknown }[] }>('first')
    for (const through of first.work()) through.work()

    await container.dispose()

    expect(trace).toEqual(['first', 'last'])
  })

  test('of two services that request each other, dispose() first disposes of the one that was constructed later', async () => {
    const trace: string[] = []
    const container = createContainer({
      dependencies: {
        factories: {
          a: (container) => ({ work: () => container.get('b'), dispose: () => trace.push('a') }),
          b: (container) => ({ a: container.get('a'), dispose: () => trace.push('b') }),
        },
      },
    })
    container.get('b')
    container.get<{ work(): unknown }>('a').work()

    await container.dispose()

    expect(trace).toEqual(['b', 'a'])
  })

  test('dispose() calls the first of these methods that a service has: Symbol.asyncDispose, dispose, Symbol.dispose', async () => {
    const trace: string[] = []
    const ways = {
      [Symbol.asyncDispose]: () => trace.push('async'),
      dispose: () => trace.push('dispose'),
      [Symbol.dispose]: () => trace.push('sync'),
    }
    const { dispose, [Symbol.dispose]: sync } = ways
    const container = createContainer({
      dependencies: {
        factories: {
          all: () => ways,
          two: () => ({ dispose, [Symbol.dispose]: sync }),
          one: () => ({ [Symbol.dispose]: sync }),
          none: () => ({ dispose: 'not a function' }),
          text: () => 'text',
          callable: () => Object.assign(() => {}, { dispose }),
        },
      },
    })
    for (const name of ['all', 'two', 'one', 'none', 'text', 'callable']) container.get(name)

    await container.dispose()

    expect(trace).toEqual(['dispose', 'sync', 'dispose', 'async'])
  })

  test('all services are disposed of even if some fail, and the error has the names and the errors of the failed services', async () => {
    const trace: string[] = []
    const late = new Error('late')
    const atOnce = new Error('at once')
    const container = createContainer({
      dependencies: {
        factories: {
          a: () => new Resource('a', trace),
          b: () => ({ dispose: () => Promise.reject(late) }),
          c: () => new Resource('c', trace),
          d: () => ({
            dispose: () => {
              throw atOnce
            },
          }),
        },
      },
    })
    for (const name of ['a', 'b', 'c', 'd']) container.get(name)

    const error = await container.dispose().catch((error: unknown) => error)

    expect(trace).toEqual(['c', 'a'])
    expect(error).toBeInstanceOf(AggregateError)
    expect(error).toMatchObject({ errors: [atOnce, late], message: expect.stringContaining('"d", "b"') })
  })

  test('a second call of dispose() changes nothing and returns the same promise', async () => {
    const trace: string[] = []
    const container = createContainer({ dependencies: { factories: { a: () => new Resource('a', trace) } } })
    container.get('a')

    expect(container.dispose()).toBe(container.dispose())
    await container[Symbol.asyncDispose]()

    expect(trace).toEqual(['a'])
  })

  test('after dispose(), get() throws, also for services that exist, and also if a service calls the get() that its factory was given', async () => {
    const container = createContainer({
      dependencies: { services: { v: 1 }, factories: { a: ({ get }) => ({ late: () => get('v') }) } },
    })
    const a = container.get<{ late: () => unknown }>('a')
    const disposal = container.dispose()

    for (const name of ['a', 'v', 'config', 'gone']) {
      expect(() => container.get(name)).toThrow(expect.objectContaining({ code: 'APP_CONTAINER_DISPOSED' }))
    }
    expect(a.late).toThrow('Service "v" (a → v) was requested from a container that is disposed of.')
    await disposal
    expect(() => container.get('a')).toThrow(DISPOSED)
  })

  test('dispose() waits for pending constructions and disposes of their services, which can request nothing more', async () => {
    const trace: string[] = []
    const container = createContainer({
      dependencies: {
        factories: {
          slow: async () => {
            await tick()
            return new Resource('slow', trace)
          },
          hungry: async (container) => {
            await tick()
            return container.get('slow')
          },
        },
      },
    })
    const slow = container.get('slow')
    const hungry = expect(container.get('hungry')).rejects.toThrow(DISPOSED)

    await container.dispose()

    expect(trace).toEqual(['slow'])
    await expect(slow).resolves.toBeInstanceOf(Resource)
    await hungry
    expect(() => container.get('slow')).toThrow(DISPOSED)
  })

  test('dispose() does not dispose of values, overrides, the configuration and the container itself', async () => {
    const trace: string[] = []
    const given = new Resource('given', trace)
    const config = {
      given,
      dispose: () => trace.push('config'),
      dependencies: {
        services: { a: given },
        factories: {
          again: () => given,
          config2: () => config,
          itself: (): unknown => container,
          b: () => 'overridden',
        },
      },
    }
    const container = createContainer(config, { overrides: { b: new Resource('override', trace) } })
    for (const name of ['a', 'again', 'config2', 'itself', 'b']) container.get(name)

    await container.dispose()

    expect(trace).toEqual([])
  })

  test('dispose() of the container that a factory gets disposes of all services, also if the factory returns that container as its service', async () => {
    const trace: string[] = []
    const container = createContainer({
      dependencies: { factories: { a: () => new Resource('a', trace), view: (given) => given } },
    })
    container.get('a')
    const view = container.get<{ dispose(): Promise<void> }>('view')

    await view.dispose()

    expect(trace).toEqual(['a'])
    expect(() => container.get('a')).toThrow(DISPOSED)
  })

  test('one service under two names is disposed of once', async () => {
    const trace: string[] = []
    const container = createContainer({
      dependencies: { factories: { a: () => new Resource('a', trace), b: (container) => container.get('a') } },
    })
    container.get('b')

    await container.dispose()

    expect(trace).toEqual(['a'])
  })

  test('the container does not dispose of services that are not shared', async () => {
    const trace: string[] = []
    const container = createContainer({
      dependencies: { factories: { a: () => new Resource('a', trace) }, shared: { a: false } },
    })
    container.get('a')

    await container.dispose()

    expect(trace).toEqual([])
  })

  test('a service that was requested by its class, and the replacement that a delegator returns for a service, are disposed of like others', async () => {
    const trace: string[] = []
    class Db {
      static readonly inject = ['config'] as const
      dispose() {
        trace.push('db')
      }
    }
    const container = createContainer({
      dependencies: {
        factories: { a: () => new Resource('a', trace) },
        delegators: { a: [() => new Resource('instead of a', trace)] },
      },
    })
    container.get(Db)
    container.get('a')

    await container.dispose()

    expect(trace).toEqual(['instead of a', 'db'])
  })
})
