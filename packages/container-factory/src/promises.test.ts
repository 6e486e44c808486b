import { describe, expect, test } from 'vitest'
import { createContainer } from './index.ts'

const tick = () => new Promise((resolve) => setTimeout(resolve))

describe('services made asynchronously', () => {
  test('get of an asynchronous service returns the same promise before and after the promise is fulfilled', async () => {
    const container = createContainer({
      dependencies: { factories: { db: async () => ({}) }, aliases: { store: 'db' } },
    })
    const promise = container.get<Promise<object>>('db')
    expect(container.get('store')).toBe(promise)

    const db = await promise

    expect(container.get('db')).toBe(promise)
    expect(await container.get('db')).toBe(db)
  })

  test('fifty requests for a service at once cause one construction', async () => {
    let runs = 0
    const container = createContainer({
      dependencies: {
        factories: {
          db: async () => {
            runs++
            await tick()
            return { runs }
          },
        },
      },
    })

    const services = await Promise.all(Array.from({ length: 50 }, () => container.get('db')))

    expect(new Set(services).size).toBe(1)
    expect(runs).toBe(1)
  })

  test('the rejection of an asynchronous service reaches all waiting callers, and the next get calls the factory again', async () => {
    let runs = 0
    const container = createContainer({
      dependencies: {
        factories: {
          db: async () => {
            await tick()
            if (++runs === 1) throw new Error('no route to host')
            return { runs }
          },
        },
      },
    })
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => container.get('db')))
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    expect(runs).toBe(1)

    expect(await container.get('db')).toEqual({ runs: 2 })
  })

  test('a caller whose get rejects can call get again at once', async () => {
    let runs = 0
    const container = createContainer({
      dependencies: { factories: { db: () => (++runs === 1 ? Promise.reject(new Error('once')) : 'db') } },
    })

    const db = await container.get<Promise<unknown>>('db').catch(() => container.get('db'))

    expect(db).toBe('db')
  })

  test('the error that the promise of a service rejects with has the resolution path and the cause', async () => {
    const cause = new Error('no route to host')
    const container = createContainer({
      dependencies: {
        factories: {
          report: async (container) => ({ db: await container.get('db') }),
          db: async () => {
            await tick()
            throw cause
          },
        },
      },
    })
    const report = container.get('report')

    await expect(report).rejects.toMatchObject({ code: 'APP_SERVICE_NOT_CREATED' })
    await expect(report).rejects.toThrow('Service "db" could not be created (report → db): no route to host')
    await expect(report).rejects.toMatchObject({ cause, path: ['report', 'db'] })
  })

  test('if a construction fails, the error of each service that waited for it has a path that begins with the waiting service', async () => {
    const container = createContainer({
      dependencies: {
        factories: {
          first: async (container) => ({ db: await container.get('db') }),
          second: async (container) => ({ db: await container.get('db') }),
          db: async () => {
            await tick()
            throw new Error('gone')
          },
        },
      },
    })
    const results = await Promise.allSettled([container.get('first'), container.get('second')])

    expect(results).toMatchObject([
      { reason: { path: ['first', 'db'] } },
      { reason: { path: ['second'], cause: { path: ['first', 'db'] } } },
    ])
  })

  test('each get of an asynchronous service that is not shared makes a new service', async () => {
    const container = createContainer({
      dependencies: { factories: { db: async () => ({}) }, shared: { db: false } },
    })

    expect(await container.get('db')).not.toBe(await container.get('db'))
  })
})
