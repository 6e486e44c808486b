import { Writable } from 'node:stream'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { type Logger, pino } from 'pino'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { reportError } from '../extending.ts'
import { Application, type ApplicationOptions, ErrorHandler, text } from '../index.ts'
import { type AccessLogOptions, accessLog, LOGGER, REQUEST_ID, type RequestLogger, requestId } from '../logging.ts'

/** Makes a logger of pino, and a list of the lines that it writes. */
function recorded() {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { logger: pino({ level: 'debug' }, stream), lines }
}

/**
 * Makes an application whose requests get the ids 1, 2 and so on. After its access log, one route logs two lines and
 * another fails.
 */
function logged(log: AccessLogOptions, options: ApplicationOptions = {}) {
  let count = 0
  const app = new Application({ router: new FindMyWayRouter(), ...options })
  app.pipe(requestId({ generate: () => `id-${++count}` })).pipe(accessLog(log))
  app.get('/says', (request) => {
    const logger = request.attribute(LOGGER)
    logger.info({ user: 7 }, 'seen')
    logger.debug('no values')
    return text('x')
  })
  app.get('/fails', () => {
    throw new Error('boom')
  })
  return app
}

/** Calls `print`, and returns the strings that it writes to standard output and to standard error. */
async function printed(print: () => Promise<unknown>) {
  const [log, error] = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')]
  for (const spy of [log, error]) spy.mockImplementation(() => undefined)
  try {
    await print()
    return { out: log.mock.calls.map((line) => String(line[0])), err: error.mock.calls.map((line) => [...line]) }
  } finally {
    log.mockRestore()
    error.mockRestore()
  }
}

test('the type of a logger of pino is assignable to RequestLogger', () => {
  expectTypeOf<Logger>().toExtend<RequestLogger>()
})

test('each line that is logged for a request has the id of the request, also its entry in the access log', async () => {
  const { logger, lines } = recorded()
  const app = logged({ logger })
  await app.request('/says')
  await app.request('/says')
  expect(lines.map(({ level, msg, user, requestId }) => [level, msg, user, requestId])).toEqual([
    [30, 'seen', 7, 'id-1'],
    [20, 'no values', undefined, 'id-1'],
    [30, 'GET /says 200', undefined, 'id-1'],
    [30, 'seen', 7, 'id-2'],
    [20, 'no values', undefined, 'id-2'],
    [30, 'GET /says 200', undefined, 'id-2'],
  ])
})

test('an unhandled error is logged once, with the id of its request', async () => {
  const { logger, lines } = recorded()
  const { err } = await printed(() => logged({ logger }).request('/fails'))
  expect(lines).toMatchObject([
    { level: 50, msg: 'GET /fails failed', requestId: 'id-1', err: { type: 'Error', message: 'boom' } },
    { level: 30, msg: 'GET /fails 500', requestId: 'id-1' },
  ])
  expect(err).toEqual([])
})

test('an error handler logs with the id of the request, whether it runs before accessLog or after it', async () => {
  for (const place of ['front', 'behind']) {
    const { logger, lines } = recorded()
    const app = new Application()
    if (place === 'front') app.pipe(new ErrorHandler())
    app.pipe(requestId({ generate: () => 'id-1' })).pipe(accessLog({ logger }))
    if (place === 'behind') app.pipe(new ErrorHandler())
    app.pipe(() => Promise.reject(new Error('boom')))
    await app.request('/')
    expect(lines[0]).toMatchObject({ requestId: 'id-1', err: { message: 'boom' } })
  }
})

test('error listeners of the application can read the id and the logger of the request', async () => {
  const { logger } = recorded()
  const heard: unknown[] = []
  const onError: ApplicationOptions['onError'] = (_error, request) => {
    heard.push(request.attribute(REQUEST_ID), request.attribute(LOGGER) !== logger, request.path)
  }
  await logged({ logger }, { onError }).request('/fails')
  expect(heard).toEqual(['id-1', true, '/fails'])
})

test('an error that reportError() reports is logged with the id of the request', async () => {
  const { logger, lines } = recorded()
  const app = logged({ logger })
  app.get('/late', (request) => {
    reportError(request, new Error('late'))
    return text('x')
  })
  await app.request('/late')
  expect(lines[0]).toMatchObject({ requestId: 'id-1', err: { message: 'late' } })
})

test('a logger that makes no children, such as the console, is wrapped to log the id', async () => {
  const calls: unknown[] = []
  const level = (name: string) => (values: object | string, message?: string) => calls.push([name, values, message])
  const logger = { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') }
  const app = logged({ logger })
  app.get('/error', (request) => {
    request.attribute(LOGGER).warn(new Error('odd'))
    return text('x')
  })
  await app.request('/says')
  await app.request('/error')
  expect(calls).toMatchObject([
    ['info', { requestId: 'id-1', user: 7 }, 'seen'],
    ['debug', { requestId: 'id-1' }, 'no values'],
    ['info', { requestId: 'id-1', method: 'GET' }, 'GET /says 200'],
    ['warn', { requestId: 'id-2', err: new Error('odd') }, 'odd'],
    ['info', { requestId: 'id-2' }, 'GET /error 200'],
  ])
  expectTypeOf<Console>().toExtend<RequestLogger>()
})

test('without a logger, lines in the format json have the id, and errors have their stack and cause', async () => {
  const app = logged({ format: 'json' })
  app.get('/cause', (request) => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    request.attribute(LOGGER).info({ circle, big: 7n }, 'odd')
    throw new Error('outer', { cause: new TypeError('inner') })
  })
  const { out, err } = await printed(async () => {
    await app.request('/says')
    await app.request('/cause')
  })
  expect(out.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'info', requestId: 'id-1', user: 7, message: 'seen', time: expect.any(String) },
    { level: 'debug', requestId: 'id-1', message: 'no values' },
    { method: 'GET', requestId: 'id-1', status: 200 },
    { unwritable: ['time', 'level', 'requestId', 'circle', 'big', 'message'] },
    { method: 'GET', requestId: 'id-2', status: 500 },
  ])
  expect(err.map(([line]) => JSON.parse(line))).toMatchObject([
    {
      level: 'error',
      requestId: 'id-2',
      message: 'GET /cause failed',
      err: { message: 'outer', stack: expect.stringContaining('at '), cause: { name: 'TypeError', message: 'inner' } },
    },
  ])
})

test('without a logger, lines in the format pretty have the id, and the stack of an error follows its line', async () => {
  const { out, err } = await printed(async () => {
    const app = logged({ format: 'pretty' })
    await app.request('/says')
    await app.request('/fails')
  })
  expect(out.slice(0, 2)).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d info seen {"user":7} id-1$/),
    expect.stringMatching(/^\d\d:\d\d:\d\d debug no values id-1$/),
  ])
  expect(err).toEqual([
    [expect.stringMatching(/error GET \/fails failed id-2$/)],
    [expect.stringMatching(/^Error: boom\n {4}at /)],
  ])
})

test('no logged value can forge a line', async () => {
  for (const format of ['json', 'pretty'] as const) {
    const app = new Application().pipe(accessLog({ format })).pipe((request) => {
      request.attribute(LOGGER).info({ agent: 'a\r\nb\u202e' }, 'x\r\nforged\x1b[2J')
      return text('x')
    })
    const { out } = await printed(() => app.request('/'))
    expect(out).toHaveLength(2)
    expect(out[0]).toMatch(/^[\x20-\x7e]+$/)
  }
})

test('a logger that has only info() gets only the entries of the access log; other lines are printed', async () => {
  const entries: string[] = []
  const logger = { info: (_entry: object, message: string) => entries.push(message) }
  const { out, err } = await printed(async () => {
    const app = logged({ logger, format: 'json' })
    await app.request('/says')
    await app.request('/fails')
  })
  expect([entries, out.length, err.length]).toEqual([['GET /says 200', 'GET /fails 500'], 2, 1])
})

test('with requestId and without accessLog, the error on standard error has the id of the request', async () => {
  const app = new Application()
    .pipe(requestId({ generate: () => 'id-1' }))
    .pipe(() => Promise.reject(new Error('boom')))
  const { err } = await printed(() => app.request('/'))
  expect(err).toEqual([[expect.stringMatching(/^Request id-1 failed: Error: boom\n {4}at /)]])
})

test('without accessLog before it, reading the logger is an error that names the middleware to pipe', async () => {
  const app = new Application().pipe((request) => text(String(request.attribute(LOGGER))))
  const { err } = await printed(() => app.request('/'))
  expect(String(err[0]?.[0])).toContain('The request has no attribute "logger". Pipe the middleware that sets it')
})
