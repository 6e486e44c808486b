import { Application, ErrorHandler, HttpError, json, redirect, type ServerRequest, text, urlFor } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import {
  type AuthenticationOptions,
  type AuthenticationResult,
  type Authenticator,
  authentication,
  basicAuthenticator,
  IDENTITY,
  identityOf,
  refuseUnauthenticated,
  returnPath,
} from './index.ts'

const basic = basicAuthenticator({ users: [{ id: 'ada', password: 'wonder', roles: ['editor'] }] })
const ADA = { authorization: `Basic ${btoa('ada:wonder')}` }
const WRONG = { authorization: `Basic ${btoa('ada:wrong')}` }

/** An authenticator with a scheme of its own: a header names the user. */
function byHeader(name: string, scheme: string): Authenticator {
  return {
    authenticate: ({ headers }) => {
      const id = headers.get(name)
      if (id === 'wrong') throw new HttpError(401, 'wrong', { headers: { 'www-authenticate': `${scheme} error="x"` } })
      return id === null ? undefined : { id }
    },
    challenge: () => `${scheme} realm="here"`,
  }
}

function application(options: AuthenticationOptions): Application {
  const app = new Application({ onError: () => undefined }).pipe(authentication(options))
  return app.pipe((request) => json(request.attribute(IDENTITY) ?? 'nobody'))
}

async function ask(app: Application, headers: Record<string, string> = {}, path = '/'): Promise<unknown[]> {
  const response = await app.request(path, { headers })
  const challenge = response.headers.get('www-authenticate')
  return [response.status, response.ok ? await response.json() : await response.text(), challenge]
}

test('authentication() finds the identity of a request, and passes on a request without an identity', async () => {
  const app = application({ authenticators: [basic] })
  expect(await ask(app, ADA)).toEqual([200, { id: 'ada', roles: ['editor'] }, null])
  expect(await ask(app)).toEqual([200, 'nobody', null])
})

test('wrong credentials are answered with 401 at once; the response names the scheme, and does not show the credentials', async () => {
  const app = application({ authenticators: [basic] })
  expect(await ask(app, WRONG)).toEqual([401, 'Unauthorized', 'Basic realm="restricted", charset="UTF-8"'])
})

test('authentication() calls its authenticators in their order, and the first one that finds an identity decides', async () => {
  const app = application({ authenticators: [byHeader('x-one', 'One'), byHeader('x-two', 'Two')] })
  expect(await ask(app, { 'x-two': 'b' })).toEqual([200, { id: 'b' }, null])
  expect(await ask(app, { 'x-one': 'a', 'x-two': 'wrong' })).toEqual([200, { id: 'a' }, null])
  expect((await ask(app, { 'x-one': 'wrong', 'x-two': 'b' }))[0]).toBe(401)
})

test('a 401 has the challenges of all authenticators, equal ones once; the challenge of an error for wrong credentials replaces the usual challenge of its scheme', async () => {
  const authenticators = [basic, byHeader('x-one', 'One'), byHeader('x-two', 'Two'), byHeader('x-three', 'Two')]
  const app = application({ authenticators, required: true })
  const first = 'Basic realm="restricted", charset="UTF-8"'
  expect((await ask(app))[2]).toBe(`${first}, One realm="here", Two realm="here"`)
  expect((await ask(app, { 'x-one': 'wrong' }))[2]).toBe(`${first}, One error="x", Two realm="here"`)
})

test('the option required refuses requests without an identity', async () => {
  const app = application({ authenticators: [basic], required: true })
  expect((await ask(app, ADA))[0]).toBe(200)
  expect(await ask(app)).toEqual([401, 'Unauthorized', 'Basic realm="restricted", charset="UTF-8"'])
})

test('if the authentication() of a nested application finds no identity, the request keeps the identity that the outer authentication() found', async () => {
  const app = new Application().pipe(authentication({ authenticators: [byHeader('x-one', 'One')] }))
  app.pipe('/api', application({ authenticators: [byHeader('x-two', 'Two')], required: true }))
  expect(await ask(app, { 'x-one': 'a' }, '/api')).toEqual([200, { id: 'a' }, null])
  expect(await ask(app, { 'x-one': 'a', 'x-two': 'b' }, '/api')).toEqual([200, { id: 'b' }, null])
  expect((await ask(app, {}, '/api'))[2]).toBe('Two realm="here"')
})

test('identityOf returns the identity, or throws a 401 with the challenges', async () => {
  const app = new Application({ onError: () => undefined }).pipe(authentication({ authenticators: [basic] }))
  app.pipe((request) => json(identityOf(request).id))
  expect(await ask(app, ADA)).toEqual([200, 'ada', null])
  expect(await ask(app)).toEqual([401, 'Unauthorized', 'Basic realm="restricted", charset="UTF-8"'])
})

test('the error for a request without an identity says how to log in, and the response does not', async () => {
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) })
  const authenticators = [basic, byHeader('x-one', 'One')]
  app.pipe('/me', authentication({ authenticators, required: true })).pipe(() => text('x'))
  expect((await ask(app, {}, '/me?a=b'))[1]).toBe('Unauthorized')
  expect(String(errors[0])).toBe('HttpError: GET /me is for visitors who have logged in, by Basic or One.')
})

test('without authentication() before it, identityOf() throws a 401 whose message says what to pipe', async () => {
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) }).pipe((request) => json(identityOf(request)))
  expect(await ask(app)).toEqual([401, 'Unauthorized', null])
  expect(String(errors)).toContain('no authentication() of @app/authentication has seen this request. Pipe it earlier.')
})

test('the option respond of ErrorHandler makes the response to a request that is refused with 401; by default the response has the challenge', async () => {
  const respond = (error: unknown) => text(`handled ${(error as HttpError).status}`, { status: 401 })
  const app = new Application()
    .pipe(new ErrorHandler({ listeners: [] }))
    .pipe(application({ authenticators: [basic], required: true }))
  expect(await ask(app)).toEqual([401, 'Unauthorized', 'Basic realm="restricted", charset="UTF-8"'])
  const own = new Application().pipe(new ErrorHandler({ respond, listeners: [] }))
  own.pipe(application({ authenticators: [basic], required: true }))
  expect((await ask(own)).slice(0, 2)).toEqual([401, 'handled 401'])
})

test('if an authenticator throws an error other than a 401, the response has the status of that error, or 500 if the error has none', async () => {
  const fails = (error: Error): Authenticator => ({ authenticate: () => Promise.reject(error), challenge: () => 'X' })
  for (const [error, status] of [
    [new HttpError(503), 503],
    [new Error('ECONNREFUSED'), 500],
  ] as const) {
    expect((await ask(application({ authenticators: [fails(error)] })))[0]).toBe(status)
  }
})

test.each([true, 'ada', {}, { id: 7 }, { id: '' }, []])(
  'an authenticator that returns %j, which is not an identity, causes an error and logs nobody in',
  async (found) => {
    const wrong: Authenticator = { authenticate: () => found as AuthenticationResult, challenge: () => 'X' }
    expect((await ask(application({ authenticators: [wrong] })))[0]).toBe(500)
  },
)

test.each<[string, unknown, string]>([
  ['no authenticators', {}, '"authenticators" is missing: it must be a list of one or more authenticators'],
  ['an empty list of authenticators', { authenticators: [] }, '"authenticators" must be a list of one or more'],
  [
    'an object that is not an authenticator',
    { authenticators: [{}] },
    '"authenticators" must be a list of one or more authenticators, objects with authenticate and challenge',
  ],
  ['a misspelt option', { authenticators: [], loginpage: '/' }, 'Did you mean "loginPage"?'],
  [
    'a loginPage on another site',
    { authenticators: [basic], loginPage: 'https://evil.example/' },
    '"loginPage" must be a path of this site',
  ],
  [
    'a loginPage on another site, without its scheme',
    { authenticators: [basic], loginPage: '//evil.example' },
    '"loginPage" must be a path',
  ],
])('authentication() refuses the options: %s', (_what, options, message) => {
  expect(() => authentication(options as AuthenticationOptions)).toThrow(message)
})

/** The headers of a browser that shows a page. */
const PAGE = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' }

async function sentTo(path: string, headers: Record<string, string>, method = 'GET'): Promise<string | number> {
  const app = application({ authenticators: [basic], required: true, loginPage: '/log-in' })
  const response = await app.request(path, { headers, method })
  return response.headers.get('location') ?? response.status
}

test('loginPage: a browser that requests a page is redirected to the log-in page, and returnPath leads back to the requested page', async () => {
  expect(await sentTo('/notes/7?a=1&b=%C3%BC', PAGE)).toBe('/log-in?return=%2Fnotes%2F7%3Fa%3D1%26b%3D%25C3%25BC')
  expect(await sentTo('/notes', { accept: 'text/html' })).toBe('/log-in?return=%2Fnotes')
  const shown = await sentTo('/notes/7?a=1&b=%C3%BC', PAGE)
  const back = new Application().pipe((request) => redirect(returnPath(request)))
  expect((await back.request(`${shown}`)).headers.get('location')).toBe('/notes/7?a=1&b=%C3%BC')
})

test('loginPage: scripts, forms and programs get the 401, and everybody can open the log-in page', async () => {
  expect(await sentTo('/notes', { ...PAGE, 'sec-fetch-mode': 'cors' })).toBe(401)
  expect(await sentTo('/notes', { accept: 'application/json' })).toBe(401)
  expect(await sentTo('/notes', {})).toBe(401)
  expect(await sentTo('/notes', PAGE, 'POST')).toBe(401)
  expect(await sentTo('/notes', { ...PAGE, authorization: 'Digest x' })).toBe(401)
  expect(await sentTo('/log-in?return=%2F', PAGE)).toBe(200)
  expect(await sentTo('/log-in', {}, 'POST')).toBe(200)
})

test('loginPage: the path to return to begins with the prefix under which the application is piped', async () => {
  const inner = application({ authenticators: [basic], required: true, loginPage: '/log-in' })
  const response = await new Application().pipe('/admin', inner).request('/admin/notes', { headers: PAGE })
  expect(response.headers.get('location')).toBe('/log-in?return=%2Fadmin%2Fnotes')
})

test('loginPage: a function leads to the log-in page of the URL that was requested, and lets everybody open each of them', async () => {
  const loginPage = ({ fullPath }: ServerRequest) => (fullPath.startsWith('/de/') ? '/de/log-in' : '/en/log-in')
  const app = application({ authenticators: [basic], required: true, loginPage })
  const locations: (string | number)[] = []
  for (const path of ['/de/account', '/en/account', '/de/log-in', '/en/log-in']) {
    const { status, headers } = await app.request(path, { headers: PAGE })
    locations.push(headers.get('location') ?? status)
  }
  expect(locations).toEqual(['/de/log-in?return=%2Fde%2Faccount', '/en/log-in?return=%2Fen%2Faccount', 200, 200])
})

test('loginPage: a function that returns no path of the site is an error that shows what it returned', async () => {
  const errors: unknown[] = []
  const options = { router: new FindMyWayRouter(), onError: (error: unknown) => errors.push(error) }
  const app = new Application(options)
  app.pipe(authentication({ authenticators: [basic], required: true, loginPage: () => '//evil.example' }))
  expect((await app.request('/', { headers: PAGE })).status).toBe(500)
  expect(String(errors)).toContain(
    '"loginPage" must return a path of this site, such as "/log-in", got "//evil.example"',
  )
})

test('loginPage: a guard in an application for each language leads to the log-in page under its prefix, by urlFor()', async () => {
  const pages = new Application({ router: new FindMyWayRouter() })
  pages.get('/log-in', () => text('log in'), 'log-in')
  pages.get('/account', [(request) => refuseUnauthenticated(request)])
  const app = new Application({ router: new FindMyWayRouter() })
  app.pipe(authentication({ authenticators: [basic], loginPage: (request) => urlFor(request, 'log-in') }))
  app.pipe(['/en', '/de'], pages)
  const answer = await app.request('/de/account', { headers: PAGE })
  expect(answer.headers.get('location')).toBe('/de/log-in?return=%2Fde%2Faccount')
})

test.each([
  ...['https://evil.example', '//evil.example', '/\\evil.example', '\\\\evil.example', '/\t/evil.example', 'evil'],
  ...['javascript:alert(1)', '', ' /x', '/x\r\nset-cookie: a=b', '/ü', '/a\\b'],
])('returnPath returns the fallback for %j', async (asked) => {
  const app = new Application().pipe((request: ServerRequest) => text(returnPath(request, '/home')))
  const response = await app.request(`/log-in?return=${encodeURIComponent(asked)}`)
  expect(await response.text()).toBe('/home')
})

test('returnPath returns the path / if the request has no parameter return', async () => {
  const response = await new Application().pipe((request) => text(returnPath(request))).request('/log-in')
  expect(await response.text()).toBe('/')
})
