import { describe, expect, test } from 'vitest'
import { createContainer, type Factory, type ServiceEvent } from './index.ts'

/** Makes factories of services that write each of their steps to `trace`, and that take 5 milliseconds to start. */
function living(needs: Readonly<Record<string, readonly string[]>>, fails: Readonly<Record<string, Error>> = {}) {
  const trace: string[] = []
  const factories = Object.fromEntries(
    Object.entries(needs).map(([name, required]): [string, Factory] => [
      name,
      async (container) => {
        for (const other of required) await container.get(other)
        trace.push(`make ${name}`)
        return {
          start: async () => {
            trace.push(`start ${name}`)
            await new Promise((resolve) => setTimeout(resolve, 5))
            if (fails[name]) throw fails[name]
            trace.push(`${name} is up`)
          },
          dispose: () => trace.push(`end ${name}`),
        }
      },
    ]),
  )
  return { trace, factories }
}

describe('makeEager', () => {
  test('makeEager() makes eager services without starting them, and start() starts the same services', async () => {
    const { trace, factories } = living({ janitor: ['db'], db: [], lazy: [] })
    const container = createContainer({ dependencies: { factories, eager: ['janitor'] } })

    await container.makeEager()
    expect(trace).toEqual(['make db', 'make janitor'])

    await container.start()
    expect(trace.slice(2)).toEqual(['start janitor', 'janitor is up'])
  })

  test('the error of makeEager() has every service that cannot be made, and the others are made', async () => {
    const made: string[] = []
    const fails = (reason: string) => () => Promise.reject(new Error(reason))
    const factories = { a: fails('no disk'), b: () => made.push('b'), c: fails('no key') }
    const container = createContainer({ dependencies: { factories, eager: ['a', 'b', 'c'] } })

    const error = await container.makeEager().catch((thrown: unknown) => thrown)

    expect(error).toBeInstanceOf(AggregateError)
    expect((error as AggregateError).errors).toHaveLength(2)
    expect((error as Error).message).toMatch(/^Not everything could be made:\n {2}a: .*no disk\n {2}c: .*no key$/)
    expect(made).toEqual(['b'])
  })

  test('the error of makeEager() has each cause once, with all services that require the failed service', async () => {
    const factories = {
      db: () => Promise.reject(new Error('no disk')),
      store: (container: { get(name: string): unknown }) => container.get('db'),
      mail: (container: { get(name: string): unknown }) => container.get('store'),
      queue: () => Promise.reject(new Error('no key')),
    }
    const container = createContainer({ dependencies: { factories, eager: ['store', 'mail', 'queue'] } })

    const error = await container.makeEager().catch((thrown: unknown) => thrown)

    expect((error as AggregateError).errors).toHaveLength(2)
    expect((error as Error).message).toBe(
      'Not everything could be made:\n' +
        '  queue: Service "queue" could not be created: no key\n' +
        '  store: Service "db" could not be created (store → db): no disk\n' +
        '    Also required by mail.',
    )
  })

  test('the container that a factory gets has makeEager() too, since a factory may make an application', async () => {
    let made = 0
    const factories = { app: (container: unknown) => ({ container }), early: () => ++made }
    const container = createContainer({ dependencies: { factories, eager: ['early'] } })
    const { container: inside } = container.get<{ container: typeof container }>('app')

    await inside.makeEager()

    expect(made).toBe(1)
  })
})

describe('start() of a container', () => {
  test('start() makes and starts eager services, each after the services that it requires', async () => {
    const { trace, factories } = living({ janitor: ['queue'], queue: ['db'], db: [], lazy: [] })
    const container = createContainer({ dependencies: { factories, eager: ['janitor', 'queue'] } })

    await container.start()

    expect(trace).toEqual([
      'make db',
      'make queue',
      'make janitor',
      'start queue',
      'queue is up',
      'start janitor',
      'janitor is up',
    ])
    await container.dispose()
    expect(trace.slice(7)).toEqual(['end janitor', 'end queue', 'end db'])
  })

  test('services that do not require each other start at the same time', async () => {
    const { trace, factories } = living({ a: [], b: [], c: ['a', 'b'] })
    const container = createContainer({ dependencies: { factories, eager: ['c', 'a', 'b'] } })

    await container.start()

    expect(trace.slice(3)).toEqual(['start a', 'start b', 'a is up', 'b is up', 'start c', 'c is up'])
  })

  test('start() reports each started service with its duration, and dispose() each service that has a method for its disposal', async () => {
    const { factories } = living({ a: [], b: ['a'] })
    const container = createContainer({
      dependencies: { factories: { ...factories, plain: () => ({}) }, eager: ['b', 'plain'] },
    })
    const events: ServiceEvent[] = []
    const report = (event: ServiceEvent) => void events.push(event)

    await container.start(report)
    await container.dispose(report)

    const names = events.map(({ service, event }) => `${event} ${service}`)
    expect(names).toEqual(['started plain', 'started b', 'disposed b', 'disposed a'])
    expect(events.every(({ duration }) => duration >= 0 && duration < 60_000)).toBe(true)
  })

  test('a second call of start() changes nothing, and start() does nothing without eager services', async () => {
    const { trace, factories } = living({ a: [] })
    const container = createContainer({ dependencies: { factories, eager: ['a'], aliases: { alias: 'a' } } })

    expect(container.start()).toBe(container.start())
    await container.start()

    expect(trace).toEqual(['make a', 'start a', 'a is up'])
    await expect(createContainer({}).start()).resolves.toBeUndefined()
  })

  test('start() starts a service once if eager has both its alias and its name, and calls a method start that the service inherits', async () => {
    const trace: string[] = []
    class Janitor {
      start() {
        trace.push('started')
      }
    }
    const container = createContainer({
      dependencies: {
        invokables: { janitor: Janitor },
        aliases: { cleaner: 'janitor' },
        eager: ['cleaner', 'janitor'],
      },
    })

    await container.start()

    expect(trace).toEqual(['started'])
  })

  test('if a service fails, the error names it, services that require it are not started, and all others are', async () => {
    const { trace, factories } = living({ db: [], queue: ['db'], mail: [] }, { db: new Error('no route to host') })
    const broken = () => Promise.reject(new Error('out of paper'))
    const container = createContainer({
      dependencies: { factories: { ...factories, printer: broken }, eager: ['db', 'queue', 'mail', 'printer'] },
    })

    const error = await container.start().catch((error: unknown) => error)

    expect(error).toBeInstanceOf(AggregateError)
    expect((error as Error).message).toBe(
      'Not everything could be started:\n' +
        '  printer: Service "printer" could not be created: out of paper\n' +
        '  db: no route to host',
    )
    expect(trace).toContain('mail is up')
    expect(trace).not.toContain('start queue')
    await container.dispose()
    expect(trace.slice(-3)).toEqual(['end queue', 'end mail', 'end db'])
  })

  test('start() does not start an override, which belongs to the code that made it', async () => {
    const { trace, factories } = living({ a: [] })
    const container = createContainer(
      { dependencies: { factories, eager: ['a'] } },
      { overrides: { a: { start: () => trace.push('no') } } },
    )

    await container.start()

    expect(trace).toEqual([])
  })

  test('unknown names, given values and services that are not shared are refused as eager services', () => {
    const factories = { janitor: () => ({}) }
    const make = (dependencies: object) => () => createContainer({ dependencies })

    expect(make({ factories, eager: ['janitr'] })).toThrow(
      'dependencies.eager[0] is for "janitr", which is not registered: did you mean "janitor"?',
    )
    expect(make({ services: { a: 1 }, eager: ['a'] })).toThrow('dependencies.eager[0] is for a service that is given')
    expect(make({ factories, shared: { janitor: false }, eager: ['janitor'] })).toThrow('which is not shared')
    expect(make({ factories, eager: 'janitor' })).toThrow('dependencies.eager is a string: it must be a list.')
  })
})
