import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startCommand } from '../run-program.ts'
import type { RecordedPoint, RecordedSpan } from './recorded.ts'

interface Recorded {
  readonly spans: readonly RecordedSpan[]
  readonly points: readonly RecordedPoint[]
}

/** Starts the program in a process of its own, in which the SDK is registered before the server is loaded. */
async function start(env: Readonly<Record<string, string>>): Promise<string> {
  const args = ['--import', './telemetry.ts', 'main.ts']
  const program = startCommand(process.execPath, args, { cwd: join(import.meta.dirname), env })
  const [url] = await program.waitFor(/http:\/\/127\.0\.0\.1:\d+/)
  return url
}

/**
 * Returns the recorded data as soon as it contains the given number of server spans. The test has to wait for the
 * spans, since a span ends a moment after the client has its response.
 */
async function recordedOf(url: string, servers: number): Promise<Recorded> {
  let last: Recorded = { spans: [], points: [] }
  await expect
    .poll(async () => {
      last = await recordedAt(url)
      return serverSpans(last).length
    })
    .toBe(servers)
  return last
}

async function recordedAt(url: string): Promise<Recorded> {
  return (await (await fetch(`${url}/recorded`)).json()) as Recorded
}

/**
 * The server spans, without those of the requests for `/recorded`: http instrumentation also traces the requests by
 * which the test gets the data.
 */
function serverSpans({ spans }: Recorded): readonly RecordedSpan[] {
  return spans.filter(({ kind, attributes }) => kind === 'SERVER' && attributes['url.path'] !== '/recorded')
}

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const ANSWERS = [200, 201, 500, 404, 503]

async function ask(url: string): Promise<readonly number[]> {
  const asked = [
    fetch(`${url}/api/users/7`, { headers: { traceparent } }),
    fetch(`${url}/api/users`, { method: 'POST', body: '{"name":"Ada"}' }),
    fetch(`${url}/api/users/7/fails`),
    fetch(`${url}/none`),
    fetch(`${url}/busy`),
  ]
  const statuses: number[] = []
  for (const response of await Promise.all(asked)) {
    statuses.push(response.status)
    await response.arrayBuffer()
  }
  const left = new AbortController()
  const hanging = fetch(`${url}/hangs`, { signal: left.signal })
  await expect.poll(async () => activeOf(await recordedAt(url))).toBeGreaterThan(0)
  left.abort()
  await hanging.catch(() => undefined)
  return statuses
}

function activeOf({ points }: Recorded): number {
  const active = points.filter(({ name }) => name === 'http.server.active_requests')
  return active.map(({ value }) => value as number).reduce((sum, value) => sum + value, 0)
}

/**
 * The expected server spans: the name, the status code of the response, the route, the attribute `error.type`, the
 * status of the span, and its events. Http instrumentation overwrites `error.type` with the status code.
 */
const spansWith = (typeOfError: string) => [
  ['GET', 404, undefined, undefined, 'UNSET', []],
  ['GET /api/users/{id}', 200, '/api/users/{id}', undefined, 'UNSET', []],
  ['GET /api/users/{id}/fails', 500, '/api/users/{id}/fails', typeOfError, 'ERROR', ['exception the database is gone']],
  ['GET /busy', 503, '/busy', '503', 'ERROR', []],
  ['POST /api/users', 201, '/api/users', undefined, 'UNSET', []],
]

test.each([
  ['with http instrumentation', 'true', '500'],
  ['without http instrumentation', 'false', 'TypeError'],
])('%s, each request has one server span, with its route if it has one', async (_how, instrumented, typeOfError) => {
  const url = await start({ HTTP_INSTRUMENTATION: instrumented })
  expect(await ask(url)).toEqual(ANSWERS)
  const recorded = await recordedOf(url, ANSWERS.length + 1)
  const servers = serverSpans(recorded)
  const shown = servers
    .filter(({ name }) => name !== 'GET /hangs')
    .map(({ name, status, attributes, events }) => {
      const { 'http.response.status_code': code, 'http.route': route, 'error.type': type } = attributes
      return [name, code, route, type, status, events]
    })
  expect(shown.toSorted(([a], [b]) => String(a).localeCompare(String(b)))).toEqual(spansWith(typeOfError))
  expect(servers.map(({ name }) => name)).toContain('GET /hangs')
  const traced = servers.filter(({ trace }) => trace === '0af7651916cd43dd8448eb211c80319c')
  expect(traced.map(({ parent, name }) => [parent, name])).toEqual([['b7ad6b7169203331', 'GET /api/users/{id}']])
})

test.each([
  ['with http instrumentation', 'true'],
  ['without http instrumentation', 'false'],
])('%s, the duration of each request is measured once, by method, route and status', async (_how, instrumented) => {
  const url = await start({ HTTP_INSTRUMENTATION: instrumented })
  await ask(url)
  const { points } = await recordedOf(url, ANSWERS.length + 1)
  const durations = points.filter(({ name }) => name === 'http.server.request.duration')
  expect(new Set(durations.map(({ unit }) => unit))).toEqual(new Set(['s']))
  const counts = durations.map(({ attributes, value }) => {
    const { 'http.request.method': method, 'http.response.status_code': status, 'http.route': route } = attributes
    return [`${method} ${route} ${status}`, (value as { count: number }).count] as const
  })
  expect(Object.fromEntries(counts)).toMatchObject({
    'GET /api/users/{id} 200': 1,
    'GET /api/users/{id}/fails 500': 1,
    'GET /busy 503': 1,
    'POST /api/users 201': 1,
  })
  expect(new Set(counts.map(([key]) => key)).size).toBe(counts.length)
  await expect.poll(async () => activeOf(await recordedAt(url))).toBe(0)
})

test('the span of a call to another service is a child of the span of the request, and the parent of the span there', async () => {
  const url = await start({ HTTP_INSTRUMENTATION: 'true' })
  expect(await (await fetch(`${url}/asks/7`)).json()).toEqual({ id: '7' })
  const { spans } = await recordedOf(url, 2)
  const outer = spans.find(({ name }) => name === 'GET /asks/{id}')
  const client = spans.find(({ kind, parent }) => kind === 'CLIENT' && parent === outer?.id)
  const inner = spans.find(({ name }) => name === 'GET /api/users/{id}')
  expect([client?.parent, inner?.parent]).toEqual([outer?.id, client?.id])
  expect(new Set([outer?.trace, client?.trace, inner?.trace]).size).toBe(1)
})
