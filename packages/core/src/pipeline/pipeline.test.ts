import { expect, test, vi } from 'vitest'
import { Application, attributeKey, HttpError, type Middleware, Pipeline, text } from '../index.ts'

/** Makes an application with middleware and no routes; its `request()` needs no socket. */
function piped(...steps: (Middleware | [string, Middleware])[]): Application {
  const app = new Application({ onError: () => undefined })
  for (const step of steps) Array.isArray(step) ? app.pipe(...step) : app.pipe(step)
  return app
}

async function bodyOf(app: Application, path: string): Promise<string> {
  return (await app.request(path)).text()
}

const showPath: Middleware = (request) => text(`${request.basePath}|${request.path}`)
const pass: Middleware = (request, handler) => handler(request)

test('middleware runs in the order of piping, and in the reverse order on the way out', async () => {
  const trace: string[] = []
  const layer =
    (name: string): Middleware =>
    async (request, handler) => {
      trace.push(`in ${name}`)
      const response = await handler(request)
      trace.push(`out ${name}`)
      return response
    }
  await piped(layer('a'), layer('b'), () => text('end')).request('/')
  expect(trace).toEqual(['in a', 'in b', 'out b', 'out a'])
})

test('a request that no middleware answers gets 404', async () => {
  const response = await piped(pass).request('/nope')
  expect(response.status).toBe(404)
})

test('a pipeline makes no promise if every middleware answers synchronously', () => {
  const app = piped(pass, () => text('now'))
  expect(app.fetch(new Request('http://localhost/'))).toBeInstanceOf(Response)
})

test('the rest of the pipeline runs again if a handler is called again with another request object', async () => {
  let runs = 0
  const app = piped(
    async (request, handler) => {
      await handler(request)
      return handler(request.withAttribute(attributeKey('again'), true))
    },
    () => text(`run ${++runs}`),
  )
  expect(await bodyOf(app, '/')).toBe('run 2')
})

test('middleware that is piped into a nested pipeline before the first request runs, also if the pipeline was piped before', async () => {
  const inner = new Pipeline()
  const app = new Application().pipe('/inner', inner)
  inner.pipe(() => text('inner'))
  expect(await bodyOf(app, '/inner')).toBe('inner')
})

test('2.4: an array is one nested pipeline, and an empty array passes the request on', async () => {
  const app = new Application().pipe([pass, [], [pass, () => text('nested')]])
  expect(await bodyOf(app, '/')).toBe('nested')
})

test('an object with process or handle is middleware, whose method is called on the object', async () => {
  class Greeter {
    readonly greeting = 'hi'
    handle() {
      return text(this.greeting)
    }
  }
  class Passer {
    readonly tag = 'p'
    async process(request: Parameters<Middleware>[0], handler: Parameters<Middleware>[1]) {
      const response = await handler(request)
      response.headers.set('x-tag', this.tag)
      return response
    }
  }
  const response = await new Application().pipe(new Passer()).pipe(new Greeter()).request('/')
  expect(response.headers.get('x-tag')).toBe('p')
  expect(await response.text()).toBe('hi')
})

test.each([
  [42, 'a number'],
  [null, 'null'],
  [undefined, 'undefined'],
  ['', 'an empty string'],
  [{}, 'a map'],
  [new Date(), 'an instance of Date'],
])('2.2: the value %o is refused when it is piped as middleware', (value, name) => {
  expect(() => new Pipeline().pipe(value as never)).toThrow(expect.objectContaining({ code: 'APP_MIDDLEWARE' }))
  expect(() => new Pipeline().pipe(value as never)).toThrow(`pipe 1: ${name} is not middleware. Give a function`)
})

test('the error for an array names the item that is not middleware', () => {
  expect(() => new Pipeline().pipe([pass, [pass, 42]] as never)).toThrow('pipe 1, item 2, item 2: a number')
})

test.each([
  ['/admin', '/admin', '/admin|/'],
  ['/admin', '/admin/', '/admin|/'],
  ['/admin', '/admin/x', '/admin|/x'],
  ['/admin/', '/admin/x', '/admin|/x'],
  ['/', '/x', '|/x'],
  ['', '/x', '|/x'],
  ['/a/b', '/a/b/c/', '/a/b|/c/'],
  ['/ü', '/%C3%BC/x', '/%C3%BC|/x'],
  ['/a b', '/a%20b', '/a%20b|/'],
  ['/%61dmin', '/admin', '/admin|/'],
])('2.4: the prefix %s covers %s', async (prefix, path, seen) => {
  expect(await bodyOf(piped([prefix, showPath]), path)).toBe(seen)
})

test.each([
  ['/admin', '/administrator'],
  ['/admin', '/admin.json'],
  ['/admin', '/ADMIN'],
  ['/admin', '/x/admin'],
  ['/api/v1', '/api/v10'],
])('2.4: the prefix %s does not cover %s', async (prefix, path) => {
  expect((await piped([prefix, showPath]).request(path)).status).toBe(404)
})

test.each([
  ['admin', 'Write "/admin"'],
  ['/u/{id}', 'a prefix is a literal path, not a pattern'],
  ['/a/*', 'a prefix is a literal path, not a pattern'],
  ['/a/../b', 'no request path can start with it'],
  ['/%zz', 'no request path can start with it'],
  [/x/, 'it is not a string'],
  ['/admin//', 'Invalid path prefix "/admin//": it has an empty segment. Write "/admin".'],
  ['//', 'Invalid path prefix "//": it has an empty segment. Write "/".'],
  ['/a//b/', 'Invalid path prefix "/a//b/": it has an empty segment. Write "/a/b".'],
  ['//admin', 'Invalid path prefix "//admin": it has an empty segment. Write "/admin".'],
])('2.4: the prefix %s is refused', (prefix, message) => {
  expect(() => new Pipeline().pipe(prefix as never, pass)).toThrow(expect.objectContaining({ code: 'APP_PATH_PREFIX' }))
  expect(() => new Pipeline().pipe(prefix as never, pass)).toThrow(message)
})

test('4.4: a request that the middleware of a prefix passes on gets its path and base path back, and keeps its attributes', async () => {
  const Tag = attributeKey<string>('tag', { default: 'none' })
  const app = piped(['/a', (request, handler) => handler(request.withAttribute(Tag, 'inner'))], (request) =>
    text(`${request.basePath}|${request.path}|${request.attribute(Tag)}`),
  )
  expect(await bodyOf(app, '/a/x')).toBe('|/a/x|inner')
  expect(await bodyOf(app, '/a')).toBe('|/a|inner')
  expect(await bodyOf(app, '/a/')).toBe('|/a/|inner')
  expect(await bodyOf(app, '/b')).toBe('|/b|none')
})

test('4.4: prefixes of nested pipelines are relative and add up', async () => {
  const inner = new Pipeline().pipe('/b', showPath)
  const app = new Application().pipe('/a', inner).pipe(showPath)
  expect(await bodyOf(app, '/a/b/c')).toBe('/a/b|/c')
  expect(await bodyOf(app, '/a/c')).toBe('|/a/c')
})

test('process() of a pipeline runs like any middleware: unanswered requests go to its handler, errors to its caller', async () => {
  const pipeline = new Pipeline().pipe('/boom', () => {
    throw new Error('boom')
  })
  const app = piped((request) => pipeline.process(request, () => text('outer')))
  expect(await bodyOf(app, '/x')).toBe('outer')
  expect((await app.request('/boom')).status).toBe(500)
})

test.each([
  [undefined, 'returned nothing. Is a "return" missing?'],
  [null, 'returned null.'],
  ['hello', 'returned a string.'],
  [{ body: 'x' }, 'returned a map.'],
])('middleware that returns %s, at once or later, is named in the error', async (value, message) => {
  const errors: unknown[] = []
  function forgetful() {
    return value as never
  }
  async function forgetfulLater() {
    return value as never
  }
  for (const middleware of [forgetful, forgetfulLater]) {
    const app = new Application({ onError: (error) => errors.push(error) }).pipe(pass).pipe(middleware)
    expect((await app.request('/')).status).toBe(500)
    expect(errors.at(-1)).toMatchObject({ code: 'APP_RESPONSE_INVALID' })
    expect((errors.at(-1) as Error).message).toContain(`pipe 2: ${middleware.name} ${message}`)
  }
})

test.each([null, undefined, 0, '', false, 'text', Symbol('s'), {}, Object.freeze(new Error('frozen'))])(
  'a thrown %s is answered with 500, and reported once',
  async (thrown) => {
    const onError = vi.fn()
    const app = new Application({ onError }).pipe(() => {
      throw thrown
    })
    const response = await app.request('/')
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error'])
    expect(onError).toHaveBeenCalledOnce()
    expect(onError.mock.calls[0]?.[0]).toBe(thrown)
  },
)

test('an HttpError sets the status of the response, any other error is answered with 500, and the response does not show the message of the error', async () => {
  const statusOf = async (error: unknown) => {
    const app = new Application({ onError: () => undefined }).pipe(async () => Promise.reject(error))
    const response = await app.request('/')
    return [response.status, await response.text()]
  }
  expect(await statusOf(new HttpError(418, 'secret'))).toEqual([418, 'Client Error'])
  expect(await statusOf(new HttpError(503))).toEqual([503, 'Service Unavailable'])
  expect(await statusOf(Object.assign(new Error('x'), { status: 200 }))).toEqual([500, 'Internal Server Error'])
  expect(await statusOf(Object.assign(new Error('x'), { statusCode: 404 }))).toEqual([500, 'Internal Server Error'])
  expect(() => new HttpError(200)).toThrow(RangeError)
})

test('a listener for errors that throws does not change the response', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const app = new Application({
    onError: () => {
      throw new Error('listener')
    },
  }).pipe(() => {
    throw new Error('first')
  })
  expect((await app.request('/')).status).toBe(500)
  expect(log).toHaveBeenCalledTimes(2)
  log.mockRestore()
})

test('sending a response object a second time is an error', async () => {
  const shared = text('shared')
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) }).pipe(() => shared)
  expect((await app.request('/')).status).toBe(200)
  expect((await app.request('/')).status).toBe(500)
  expect(String(errors[0])).toContain('response.clone()')
})

test('headers can be set on the way out, also on a response whose headers are immutable, such as one of Response.redirect()', async () => {
  const app = piped(
    async (request, handler) => {
      const response = await handler(request)
      response.headers.set('x-out', 'yes')
      return response
    },
    () => Response.redirect('http://localhost/there', 302),
  )
  const response = await app.request('/')
  expect([response.status, response.headers.get('x-out'), response.headers.get('location')]).toEqual([
    302,
    'yes',
    'http://localhost/there',
  ])
})

test('a pipeline of two thousand middleware does not overflow the stack', async () => {
  const app = new Application()
  for (let i = 0; i < 2_000; i++) app.pipe(pass)
  app.pipe(() => text('deep'))
  expect(await bodyOf(app, '/')).toBe('deep')
})
