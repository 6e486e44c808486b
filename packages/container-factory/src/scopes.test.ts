import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createContainer, services } from './index.ts'

class Db {
  static readonly inject = ['tenant'] as const
  readonly tenant: string
  constructor(tenant: string) {
    this.tenant = tenant
  }
}

test('a scope returns the services of its parent beside its own, which the parent does not have', () => {
  const parent = createContainer({ dsn: 'x', dependencies: { factories: { log: () => ({}) } } })
  const scope = createContainer({ dependencies: { services: { tenant: 'red' }, factories: { db: Db } } }, { parent })

  expect(scope.get<Db>('db').tenant).toBe('red')
  expect(scope.get('log')).toBe(parent.get('log'))
  expect(scope.get('config')).toBe(parent.get('config'))
  expect([scope.has('log'), scope.has('gone'), parent.has('db'), parent.has('tenant')]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(() => scope.get('gone')).toThrow('Service not found')
})

test('a scope has its own instance of each of its services, and its disposal does not affect the parent', async () => {
  const trace: string[] = []
  const ends = (name: string) => () => ({ dispose: () => trace.push(name) })
  const parent = createContainer({
    dependencies: { factories: { shared: ends('shared'), db: ends('db of the parent') } },
  })
  const open = () => createContainer({ dependencies: { factories: { db: ends('db of a scope') } } }, { parent })
  const [one, other] = [open(), open()]
  for (const container of [one, other]) container.get('shared')
  for (const container of [parent, one, other]) container.get('db')
  expect(one.get('db')).not.toBe(other.get('db'))

  await one.dispose()
  expect(trace).toEqual(['db of a scope'])
  await parent.dispose()

  expect(trace).toEqual(['db of a scope', 'db of a scope', 'db of the parent', 'shared'])
  expect(() => other.get('db')).toThrow('disposed')
})

test('a factory can use the container that it gets as the parent of scopes', async () => {
  const trace: string[] = []
  const parent = createContainer({
    dependencies: {
      factories: {
        jobs: (container) => ({
          open: (tenant: string) =>
            services().needs<{ log: object }>().value('tenant', tenant).provide('db', Db).build({ parent: container }),
        }),
        log: () => ({ dispose: () => trace.push('log') }),
      },
    },
  })
  const scope = parent
    .get<{ open(tenant: string): { get(name: 'db'): Db; get(name: 'log'): object } }>('jobs')
    .open('blue')

  expect(scope.get('db').tenant).toBe('blue')
  expect(scope.get('log')).toBe(parent.get('log'))
  await parent.dispose()
  expect(trace).toEqual(['log'])
  expect(() => scope.get('db')).toThrow('disposed')
})

test('a disposed scope can be garbage-collected', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const parent = createContainer({ dependencies: { factories: { log: () => ({}) } } })
  const open = async () => {
    const scope = createContainer({ dependencies: { factories: { db: () => ({}) } } }, { parent })
    for (const name of ['log', 'db']) scope.get(name)
    await scope.dispose()
    return new WeakRef(scope)
  }
  const ended = await open()
  for (let turns = 0; turns < 50 && ended.deref(); turns++) {
    await new Promise((resolve) => setTimeout(resolve, 10))
    collect()
  }

  expect(ended.deref()).toBeUndefined()
  await parent.dispose()
})

test('a container of another library can be a parent', () => {
  const parent = new Map<unknown, unknown>([['tenant', 'green']])
  const scope = createContainer({ debug: true, dependencies: { factories: { db: Db } } }, { parent })

  expect(scope.get<Db>('db').tenant).toBe('green')
  expect(scope.get('config')).toMatchObject({ debug: true })
})
