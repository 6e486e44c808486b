import { expect, test, vi } from 'vitest'
import app from './app.ts'
import { durations } from './durations.ts'
import { currentSpan, type Span, traceWith } from './spans.ts'

class RecordedSpan implements Span {
  readonly name: string
  readonly parent: RecordedSpan | undefined
  readonly attributes = new Map<string, string | number>()
  isOver = false

  constructor(name: string, parent: RecordedSpan | undefined) {
    this.name = name
    this.parent = parent
  }

  setAttribute(name: string, value: string | number): void {
    this.attributes.set(name, value)
  }

  recordException(): void {}

  end(): void {
    this.isOver = true
  }
}

test('each request gets an id, and is logged as one line of JSON', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const response = await app.request('/users/7?token=secret')
  const id = response.headers.get('x-request-id')
  expect(await response.json()).toEqual({ id: '7', request: id })
  expect(log.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
    { method: 'GET', path: '/users/7', route: '/users/{id}', status: 200, requestId: id },
  ])
  expect(String(log.mock.calls)).not.toContain('secret')
  log.mockRestore()
})

test('lines that a handler logs have the id of its request', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const id = (await app.request('/orders/7')).headers.get('x-request-id')
  expect(log.mock.calls.map(([line]) => JSON.parse(line))).toMatchObject([
    { level: 'info', requestId: id, order: '7', message: 'looked up' },
    { path: '/orders/7', requestId: id },
  ])
  log.mockRestore()
})

test('each request adds one duration to those of its method, route and status', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  durations.clear()
  for (const path of ['/', '/users/7', '/users/8', '/none']) await app.request(path)
  log.mockRestore()
  expect([...durations].map(([key, times]) => [key, times.length])).toEqual([
    ['GET / 200', 1],
    ['GET /users/{id} 200', 2],
    ['GET none 404', 1],
  ])
})

test('a tracer gets spans that nest as the request runs, with the path of the route', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const spans: RecordedSpan[] = []
  traceWith({
    startSpan(name, parent) {
      const span = new RecordedSpan(name, parent as RecordedSpan | undefined)
      spans.push(span)
      return span
    },
  })
  await app.request('/users/7')
  log.mockRestore()
  expect(spans.map(({ name, parent }) => [name, parent?.name])).toEqual([
    ['GET /users/7', undefined],
    ['requestId', 'GET /users/7'],
    ['accessLog', 'requestId'],
    ['authenticate', 'accessLog'],
    ['GET /users/{id}', 'authenticate'],
    [expect.stringContaining('/users/{id}'), 'GET /users/{id}'],
  ])
  expect(spans.every(({ isOver }) => isOver)).toBe(true)
  expect(Object.fromEntries(spans[0]?.attributes ?? [])).toEqual({
    'http.route': '/users/{id}',
    'http.response.status_code': 200,
  })
  expect(currentSpan.getStore()).toBeUndefined()
})
