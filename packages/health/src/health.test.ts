import { Agent, get } from 'node:http'
import { Application, createServer, text } from '@app/core'
import { expect, onTestFinished, test } from 'vitest'
import { type HealthOptions, health } from './index.ts'

async function ask(options: HealthOptions, path = '/health/ready', method = 'GET'): Promise<[number, string]> {
  const app = new Application({ onError: () => undefined }).pipe(health({ onChange: () => undefined, ...options }))
  const answer = await app.request(path, { method })
  return [answer.status, await answer.text()]
}

const UP = '{"status":"up"}'
const DOWN = '{"status":"down"}'

test('an application without checks is live and ready', async () => {
  expect([await ask({}, '/health/live'), await ask({})]).toEqual([
    [200, UP],
    [200, UP],
  ])
  expect(await ask({}, '/health/live', 'HEAD')).toEqual([200, ''])
})

test.each<[string, HealthOptions['checks'], [number, string]]>([
  ['returns something', { db: () => 'yes' }, [200, UP]],
  ['returns nothing', { db: () => undefined }, [200, UP]],
  ['resolves', { db: async () => 1, cache: { check: async () => true } }, [200, UP]],
  ['returns false', { db: () => true, cache: () => false }, [503, DOWN]],
  ['throws', { db: () => fail() }, [503, DOWN]],
  ['rejects', { db: () => Promise.reject(new Error('no')) }, [503, DOWN]],
  ['rejects with nothing', { db: () => Promise.reject() }, [503, DOWN]],
])('readiness depends on a check that %s, and liveness does not', async (_what, checks = {}, answer) => {
  expect(await ask({ checks })).toEqual(answer)
  expect(await ask({ checks }, '/health/live')).toEqual([200, UP])
})

test('a check that hangs fails after its time limit, and its signal is aborted', async () => {
  const signals: AbortSignal[] = []
  const hang = (signal: AbortSignal) => {
    signals.push(signal)
    return new Promise(() => undefined)
  }
  expect(await ask({ checks: { db: hang }, timeout: 0.005 })).toEqual([503, DOWN])
  expect(await ask({ checks: { db: { check: hang, timeout: 0.005 } }, timeout: 1_000 })).toEqual([503, DOWN])
  expect(signals.map(({ reason }) => String(reason))).toEqual(
    Array(2).fill('Error: The check took longer than 0.005 s.'),
  )
})

test('if a check is an object, health() calls its method check() with the object as this', async () => {
  const database = { isOpen: true, check: async () => undefined as unknown }
  database.check = async function (this: typeof database) {
    return this.isOpen
  }
  expect(await ask({ checks: { database } })).toEqual([200, UP])
})

test('probes that come at the same time share one run of the checks', async () => {
  let runs = 0
  const checks = { db: () => new Promise((resolve) => setImmediate(resolve, runs++)) }
  const app = new Application().pipe(health({ checks }))
  const probe = async () => (await app.request('/health/ready')).status
  expect(await Promise.all([probe(), probe(), probe()])).toEqual([200, 200, 200])
  expect(runs).toBe(1)
  await probe()
  expect(runs).toBe(2)
})

test('the response names the failing check only if the option details is true, and never the reason', async () => {
  const checks = { db: () => fail(), cache: () => true }
  expect(await ask({ checks, details: true })).toEqual([503, '{"status":"down","checks":{"db":"down","cache":"up"}}'])
})

test('onChange is called once when a check begins to fail, with the error, and once when it passes again', async () => {
  const told: string[] = []
  let isUp = true
  const onChange = (name: string, problem: unknown) => told.push(`${name} ${problem}`)
  const app = new Application().pipe(health({ checks: { db: () => isUp || fail() }, onChange }))
  for (const state of [true, false, false, true, true]) {
    isUp = state
    await app.request('/health/ready')
  }
  expect(told).toEqual(['db Error: the database is gone', 'db undefined'])
})

test.each<[string, () => unknown]>([
  ['throws', () => fail()],
  ['rejects', async () => fail()],
])('if onChange %s, its error is reported, and the probe is answered as usual', async (_how, onChange) => {
  const reported: unknown[] = []
  const escaped: unknown[] = []
  const catchEscaped = (error: unknown) => void escaped.push(error)
  process.on('unhandledRejection', catchEscaped)
  const app = new Application({ onError: (error) => void reported.push(`${error}`) })
  app.pipe(health({ checks: { db: () => fail() }, onChange }))
  expect((await app.request('/health/ready')).status).toBe(503)
  await new Promise((resolve) => setTimeout(resolve, 5))
  process.off('unhandledRejection', catchEscaped)
  expect([reported, escaped]).toEqual([['Error: the database is gone'], []])
})

test('health() passes on requests with other paths or methods, and requests for a path that is switched off', async () => {
  expect((await ask({}, '/health'))[0]).toBe(404)
  expect((await ask({}, '/health/live', 'POST'))[0]).toBe(404)
  expect((await ask({ live: false }, '/health/live'))[0]).toBe(404)
  expect(await ask({ ready: '/readyz' }, '/readyz')).toEqual([200, UP])
  const inside = new Application().pipe('/internal', health())
  expect((await inside.request('/internal/health/ready')).headers.get('cache-control')).toBe('no-store')
})

test('an application is not ready from the moment at which the server begins to stop, and live until its end', async () => {
  let finish: () => void = () => undefined
  let isRunning: () => void = () => undefined
  const started = new Promise<void>((resolve) => {
    isRunning = resolve
  })
  const app = new Application().pipe(health()).pipe('/slow', async () => {
    isRunning()
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return text('done')
  })
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  const port = server.address?.port
  const agents = [0, 1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
  onTestFinished(() => {
    for (const agent of agents) agent.destroy()
  })
  const ask = (path: string, agent?: Agent) =>
    new Promise<string>((resolve, reject) => {
      const request = get({ host: '127.0.0.1', port, path, agent }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (part) => {
          body += part
        })
        response.on('end', () => resolve(`${response.statusCode} ${body}`))
      })
      request.on('error', reject)
    })
  const [first, second, third] = agents
  expect(await ask('/health/ready', first)).toBe(`200 ${UP}`)
  expect(await ask('/health/live', second)).toBe(`200 ${UP}`)
  const slow = ask('/slow', third)
  await started
  const closed = server.close()
  const after = await Promise.all([ask('/health/ready', first), ask('/health/live', second)])
  expect(after).toEqual(['503 {"status":"stopping"}', `200 ${UP}`])
  finish()
  expect([await slow, await closed]).toEqual(['200 done', true])
})

test.each([
  [{ live: 'health' }, 'health(): "live" must be false, or a path such as "/health/live"'],
  [{ ready: '/a?b' }, 'health(): "ready" must be false, or a path'],
  [{ checks: { db: 'acme/db' } }, 'health(): "checks" must be a map from names to functions'],
  [{ checks: { db: { check: () => 1, timeout: -1 } } }, 'health(): "checks" must be a map from names to functions'],
  [{ check: {} }, 'health(): unknown option "check". Did you mean "checks"?'],
])('health() refuses the options %o', (options, message) => {
  expect(() => health(options as HealthOptions)).toThrow(message)
})

function fail(): never {
  throw new Error('the database is gone')
}
