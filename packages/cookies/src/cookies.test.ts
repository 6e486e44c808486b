import { Application, ErrorHandler, HttpError, type Middleware, type RequestHandler, redirect, text } from '@app/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { COOKIES, type CookieJar, type CookieOptions, cookies } from './index.ts'

const SECRET = 'a secret that nobody else can guess'

/** Returns the `Set-Cookie` headers of the response of a handler after `cookies()`. */
async function cookiesOf(handler: RequestHandler, headers: Record<string, string> = {}): Promise<readonly string[]> {
  const app = new Application({ onError: () => undefined }).pipe(cookies({ secret: SECRET })).pipe(handler)
  return (await app.request('/', { headers })).headers.getSetCookie()
}

const THEME = 'theme=dark; Path=/; HttpOnly; Secure; SameSite=Lax'

test('the jar reads the cookies of the request', async () => {
  let jar: CookieJar | undefined
  await cookiesOf(
    (request) => {
      jar = request.attribute(COOKIES)
      return text('x')
    },
    { cookie: 'theme=dark; name=%C3%BC%20x; theme=light; __proto__=x' },
  )
  expect([jar?.get('theme'), jar?.get('name'), jar?.get('__proto__'), jar?.get('toString')]).toEqual([
    'dark',
    'ü x',
    'x',
    undefined,
  ])
  expect(jar?.names).toEqual(['theme', 'name', '__proto__'])
})

test.each<[string, () => Response | Promise<Response>]>([
  ['made by text()', () => text('x')],
  ['made by text(), in a promise', () => Promise.resolve(text('x'))],
  ['made by new Response()', () => new Response('x')],
  ['whose headers are immutable', () => Response.redirect('http://localhost/')],
  ['that redirects', () => redirect('/')],
  ['that streams', () => new Response(new Blob(['x']).stream())],
  ['to an error that a promise rejects with', () => Promise.reject(new HttpError(409))],
  ['to an error that the handler throws', () => fail(new Error('x'))],
])('a response %s gets the cookies that the handler has set', async (_what, answer) => {
  const setting: RequestHandler = (request) => {
    request.attribute(COOKIES).set('theme', 'dark')
    return answer()
  }
  expect(await cookiesOf(setting)).toEqual([THEME])
  const handled = new Application()
    .pipe(new ErrorHandler({ listeners: [] }))
    .pipe(cookies())
    .pipe(setting)
  expect((await handled.request('/')).headers.getSetCookie()).toEqual([THEME])
})

test('signed cookies are set on a 404 and on the response to an error too', async () => {
  const app = new Application({ onError: () => undefined }).pipe(cookies({ secret: SECRET }))
  app.pipe((request, handler) => {
    request.attribute(COOKIES).set('theme', 'dark', { signed: true })
    return handler(request)
  })
  app.pipe('/fails', () => fail(new HttpError(418)))
  for (const path of ['/', '/fails']) {
    const [cookie] = (await app.request(path)).headers.getSetCookie()
    expect(cookie).toMatch(/^theme=dark\.[\w-]{43}; Path=/)
  }
})

test('if the jar sets two cookies of one name, the last one is sent; Set-Cookie headers of the handler are kept', async () => {
  const set = await cookiesOf((request) => {
    const jar = request.attribute(COOKIES)
    jar.set('theme', 'light')
    jar.set('theme', 'dark')
    jar.set('other', 'x')
    jar.delete('other')
    return new Response('x', { headers: { 'set-cookie': 'own=1' } })
  })
  expect(set).toEqual([
    'own=1',
    THEME,
    'other=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
  ])
})

test('a cookie that was set can be read in the same request, but only by the method for its kind, such as getSigned for a signed cookie', async () => {
  await cookiesOf(
    async (request) => {
      const jar = request.attribute(COOKIES)
      jar.set('plain', 'x')
      jar.set('signed', 'y', { signed: true })
      jar.set('sealed', 'z', { sealed: true })
      jar.delete('gone')
      expect([jar.get('plain'), await jar.getSigned('signed'), await jar.getSealed('sealed')]).toEqual(['x', 'y', 'z'])
      expect([jar.get('gone'), jar.get('signed'), await jar.getSigned('plain'), await jar.getSealed('signed')]).toEqual(
        [undefined, undefined, undefined, undefined],
      )
      return text('x')
    },
    { cookie: 'gone=x' },
  )
})

test.each([
  [{ maxage: 5 }, 'The cookie "theme": unknown option "maxage". Did you mean "maxAge"?'],
  [{ Secure: true }, 'The cookie "theme": unknown option "Secure". Did you mean "secure"?'],
  [{ httpOnly: 'false' }, 'The cookie "theme": "httpOnly" must be true or false, got a string.'],
  [5, 'The cookie "theme": expected a map of options, got a number.'],
])('jar.set refuses the options %j', async (options, message) => {
  await cookiesOf((request) => {
    const jar = request.attribute(COOKIES)
    expect(() => jar.set('theme', 'dark', options as CookieOptions)).toThrow(message)
    expect(() => jar.delete('theme', { sameSite: 'lax' } as CookieOptions)).toThrow('unknown option "sameSite"')
    return text('x')
  })
})

test('jar.set uses the default for an option that is undefined', async () => {
  const none = { secure: undefined, path: undefined, httpOnly: undefined, sameSite: undefined, maxAge: undefined }
  expect(
    await cookiesOf((request) => {
      request.attribute(COOKIES).set('theme', 'dark', none as unknown as CookieOptions)
      return text('x')
    }),
  ).toEqual([THEME])
})

test('jar.set throws after the response was sent', async () => {
  let late: (() => void) | undefined
  await cookiesOf((request) => {
    late = () => request.attribute(COOKIES).set('theme', 'dark')
    return text('x')
  })
  expect(late).toThrow('The cookie "theme": the answer was sent already, so that it is too late to change its cookies.')
})

describe('no shared cache stores a response that sets a cookie', () => {
  const headersOf = async (given: Record<string, string>, path = '/', ...outside: Middleware[]) => {
    const app = new Application({ onError: () => undefined })
    for (const middleware of outside) app.pipe(middleware)
    app.pipe(cookies({ secret: SECRET }))
    app.pipe((request) => {
      const jar = request.attribute(COOKIES)
      if (request.path === '/deletes') jar.delete('theme')
      else if (request.path !== '/none') jar.set('theme', 'dark', { sealed: request.path === '/sealed' })
      if (request.path === '/redirects') return Response.redirect('https://site.example/', 301)
      return text('x', { headers: given })
    })
    return (await app.request(path)).headers
  }

  test.each([
    [null, 'private'],
    ['public', 'private'],
    ['public, max-age=3600', 'private, max-age=3600'],
    ['PUBLIC,s-maxage=60 , max-age=5, proxy-revalidate, immutable', 'private, max-age=5, immutable'],
    ['max-age=3600', 'private, max-age=3600'],
    ['no-cache', 'private, no-cache'],
    ['private="set-cookie, vary", max-age=5', 'private, max-age=5'],
    ['no-cache="set-cookie, vary"', 'private, no-cache="set-cookie, vary"'],
    ['private, max-age=5', 'private, max-age=5'],
    ['no-store', 'no-store'],
    ['public, no-store', 'no-store'],
  ])('on a response that sets a cookie, Cache-Control %o becomes %o', async (said, says) => {
    const given = said === null ? {} : { 'cache-control': said }
    for (const path of ['/', '/sealed', '/deletes']) {
      expect((await headersOf(given, path)).get('cache-control'), path).toBe(says)
    }
    expect((await headersOf(given, '/none')).get('cache-control')).toBe(said)
  })

  test.each(['cdn-cache-control', 'cloudflare-cdn-cache-control', 'surrogate-control', 'x-accel-expires'])(
    'the header %s, which overrides Cache-Control, is removed if a cookie is set, and kept otherwise',
    async (name) => {
      const given = { [name]: 'max-age=60' }
      expect([(await headersOf(given)).get(name), (await headersOf(given, '/none')).get(name)]).toEqual([
        null,
        'max-age=60',
      ])
    },
  )

  test('a response that sets a cookie is private even if middleware before it makes it public', async () => {
    const outside: Middleware = async (request, handler) => {
      const response = await handler(request)
      response.headers.set('cache-control', 'public, max-age=60')
      return response
    }
    expect((await headersOf({}, '/', outside)).get('cache-control')).toBe('private, max-age=60')
  })

  test('a response that sets a cookie is private even if the handler returns a response with immutable headers', async () => {
    const headers = await headersOf({}, '/redirects')
    expect([headers.get('cache-control'), headers.getSetCookie()]).toEqual(['private', [THEME]])
  })

  test('a response that sets a cookie is private if an error handler before it makes it', async () => {
    const app = new Application({ onError: () => undefined })
    app.pipe(new ErrorHandler({ respond: () => text('x', { headers: { 'cache-control': 'public' } }) }).process)
    app.pipe(cookies()).pipe((request) => {
      request.attribute(COOKIES).set('theme', 'dark')
      return fail(new HttpError(404))
    })
    expect((await app.request('/')).headers.get('cache-control')).toBe('private')
  })
})

test('without a secret, signing a cookie is an error that says what to write', async () => {
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) }).pipe(cookies())
  app.pipe('/set', (request) => {
    request.attribute(COOKIES).set('user', '7', { signed: true })
    return text('x')
  })
  app.pipe(async (request) => text(String(await request.attribute(COOKIES).getSealed('user'))))
  expect([(await app.request('/set')).status, (await app.request('/')).status]).toEqual([500, 500])
  for (const error of errors) expect(String(error)).toContain('cookies({ secret: process.env.APP_SECRET })')
})

test('over http, cookies have no Secure in development, and have Secure in other environments', async () => {
  const before = process.env.NODE_ENV
  onTestFinished(() => {
    process.env.NODE_ENV = before
  })
  const cookieAt = async (url: string) => {
    const app = new Application().pipe(cookies()).pipe((request) => {
      request.attribute(COOKIES).set('theme', 'dark')
      return text('x')
    })
    return (await app.request(url)).headers.getSetCookie()[0]
  }
  expect(await cookieAt('http://localhost/')).toContain('; Secure')
  process.env.NODE_ENV = 'development'
  expect(await cookieAt('http://localhost/')).not.toContain('; Secure')
  expect(await cookieAt('https://localhost/')).toContain('; Secure')
})

test('a second cookies() shares the jar of the first, unless only the second has a secret', async () => {
  const jars: CookieJar[] = []
  const app = new Application()
  for (const secret of [{}, {}, { secret: SECRET }, { secret: SECRET.toUpperCase() }]) {
    app.pipe(cookies(secret)).pipe((request, handler) => {
      jars.push(request.attribute(COOKIES))
      request.attribute(COOKIES).set('seen', 'x')
      return handler(request)
    })
  }
  const response = await app.pipe(() => text('x')).request('/')
  const [first, second, third, fourth] = jars
  expect([first === second, second === third, third === fourth]).toEqual([true, false, true])
  expect(response.headers.getSetCookie()).toHaveLength(2)
})

test.each([
  [
    { secret: 'short' },
    'cookies(): "secret" must be a secret of at least 32 characters, as "openssl rand -base64 32" prints, or a list of such secrets, got a string.',
  ],
  [{ secret: [SECRET, 'short'] }, '"secret" must be a secret of at least 32 characters'],
  [{ secrets: [SECRET] }, 'cookies(): unknown option "secrets". Did you mean "secret"?'],
  [{ secure: 'yes' }, 'cookies(): "secure" must be true or false, got a string.'],
])('cookies() refuses the options %o', (options, message) => {
  expect(() => cookies(options as object)).toThrow(message)
})

function fail(error: Error): never {
  throw error
}
