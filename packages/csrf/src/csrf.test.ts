import { cookies } from '@app/cookies'
import { Application, type HttpError, html, type ServerRequest, text } from '@app/core'
import { describe, expect, test } from 'vitest'
import { CSRF, type CsrfOptions, csrf } from './index.ts'

const SECRET = 'a secret that nobody else can guess'
const OWN = 'https://www.site.example'

type Headers = Readonly<Record<string, string>>

async function statusOf(headers: Headers, method = 'POST', options: CsrfOptions = {}, url = `${OWN}/transfer`) {
  const app = new Application({ onError: () => undefined }).pipe(csrf(options)).pipe(() => text('done'))
  return (await app.fetch(new Request(url, { method, headers }))).status
}

const SIGNED_IN = { cookie: '__Host-session=x' }

/**
 * Cases from the tests of Go's `http.CrossOriginProtection` and of `hono/csrf`. `csrf()` differs from both on purpose:
 *
 * - Go lets a request with cookies pass if it has neither `Sec-Fetch-Site` nor `Origin`. Here a token is required,
 *   since an old browser may have sent the request.
 * - Go compares only the host of `Origin`. Here the scheme is compared too, if the scheme of the request is known.
 * - Go has patterns for paths that are not protected. Here `csrf()` is piped at the prefixes to protect.
 * - Hono checks only forms, and relies on CORS for other requests. Here every write is checked.
 * - Hono refuses a form without `Origin`, also if the request has no cookie. Here such a request passes: without a
 *   cookie, an attacker gains nothing by using the visitor's browser.
 * - With the option `origin`, Hono refuses its own site unless it is listed. Here the own site is always allowed.
 */
test.each<[string, Headers, number]>([
  ['of this site', { 'sec-fetch-site': 'same-origin' }, 200],
  ['of a visitor who has opened the address', { 'sec-fetch-site': 'none' }, 200],
  ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['of a subdomain', { 'sec-fetch-site': 'same-site' }, 403],
  ['with an unknown word in Sec-Fetch-Site', { 'sec-fetch-site': 'sibling' }, 403],
  ['of another site, whatever Origin says', { 'sec-fetch-site': 'cross-site', origin: OWN }, 403],
  ['of this site, whatever Origin says', { 'sec-fetch-site': 'same-origin', origin: 'null' }, 200],
  ['of an old browser on this site', { origin: OWN }, 200],
  ['of an old browser on another site', { origin: 'https://evil.example' }, 403],
  ['of an old browser on another port', { origin: `${OWN}:8443` }, 403],
  ['of an old browser on this site without TLS', { origin: 'http://www.site.example' }, 403],
  ['of a host whose name begins with the name of this site', { origin: `${OWN}.evil.example` }, 403],
  ['of an opaque origin', { origin: 'null' }, 403],
  ['with an Origin that is not an origin', { origin: 'x' }, 403],
  ['without any of these headers', {}, 200],
  ['of a program with a token of its own', { authorization: 'Bearer x' }, 200],
  ['of an old browser with a cookie', SIGNED_IN, 403],
  ['of an old browser with a password', { authorization: 'Basic eDp5' }, 403],
  ['of JSON from another site', { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }, 403],
])('a write %s, with the headers %j, gets the status %i from csrf()', async (_what, headers, status) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
    expect(await statusOf({ ...SIGNED_IN, ...headers }, method), method).toBe(
      'sec-fetch-site' in headers || 'origin' in headers ? status : 403,
    )
    expect(await statusOf(headers, method), method).toBe(status)
  }
})

test.each(['GET', 'HEAD', 'OPTIONS'])('a request with the method %s passes from any site', async (method) => {
  expect(await statusOf({ ...SIGNED_IN, 'sec-fetch-site': 'cross-site' }, method)).toBe(200)
})

test('without TLS, such as behind a proxy that is not trusted, only the host of Origin is compared', async () => {
  const plain = (origin: string) => statusOf({ origin }, 'POST', {}, 'http://www.site.example/')
  expect([await plain(OWN), await plain('http://www.site.example'), await plain('https://evil.example')]).toEqual([
    200, 200, 403,
  ])
})

describe('origins of applications and extensions', () => {
  const APPS = [
    'capacitor://localhost',
    'ionic://localhost',
    'tauri://localhost',
    'app://obsidian.md',
    'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    'moz-extension://8d6ad9a1-5d5b-4a0b-9d2f-3f3b0a8c6f11',
    'http://localhost:3000',
    'https://[::1]:8443',
  ]
  const from = (origin: string) => ({ 'sec-fetch-site': 'cross-site', origin })

  test.each(APPS)('%s may write if a list or a function names it', async (origin) => {
    expect(await statusOf(from(origin), 'POST', { origins: [origin] })).toBe(200)
    expect(await statusOf(from(origin), 'POST', { origins: (given) => given === origin })).toBe(200)
    expect(await statusOf(from(origin))).toBe(403)
    expect(await statusOf({ origin }, 'POST', {}, `http://${new URL(origin).host}/transfer`)).toBe(
      origin.startsWith('http') ? 200 : 403,
    )
  })

  test('a function decides by origin and request, and gets no opaque origin, no list and no promise', async () => {
    const asked: string[] = []
    const origins = (origin: string, request: ServerRequest) => asked.push(origin) > 0 && request.path === '/transfer'
    const statuses: number[] = []
    for (const origin of ['https://a.example', 'null', 'https://a.example, https://b.example', 'x'])
      statuses.push(await statusOf(from(origin), 'POST', { origins }))
    expect([statuses, asked]).toEqual([[200, 403, 403, 403], ['https://a.example']])
    const careless = { origins: (() => Promise.resolve(false)) as never }
    expect(await statusOf(from('https://a.example'), 'POST', careless)).toBe(403)
  })

  test.each([
    'capacitor://localhost/',
    'capacitor://',
    'capacitor:localhost',
    'https://site.example/',
    'null',
    'file:///',
  ])('the error for the item %s names it', (origin) => {
    expect(() => csrf({ origins: ['https://fine.example', origin] })).toThrow(`got a list with "${origin}".`)
  })
})

test('other origins may write only if the option origins names them', async () => {
  const options = { origins: ['https://admin.site.example'] }
  const from = (origin: string, site: string) => statusOf({ origin, 'sec-fetch-site': site }, 'POST', options)
  expect(await from('https://admin.site.example', 'same-site')).toBe(200)
  expect(await from('https://admin.site.example', 'cross-site')).toBe(200)
  expect(await from('https://other.site.example', 'same-site')).toBe(403)
  expect(await statusOf({ origin: 'https://admin.site.example' }, 'POST', options)).toBe(200)
})

describe('the error of a refused write names the reason, and the option that would allow the write; the response names neither', () => {
  const refusal = async (headers: Headers, body: string | URLSearchParams = 'x', options: CsrfOptions = {}) => {
    const errors: HttpError[] = []
    const app = new Application({ onError: (error) => errors.push(error as HttpError) }).pipe('/a', csrf(options))
    const answer = await app.fetch(new Request(`${OWN}/a/b?c`, { method: 'POST', headers, body }))
    expect([answer.status, await answer.text(), errors.length]).toEqual([403, 'Forbidden', 1])
    return errors[0]?.message
  }
  const NEEDS =
    'POST /a/b was refused: it has a cookie or a password and neither Sec-Fetch-Site nor Origin, so that it needs a token, and '

  test.each<[string, Headers, string]>([
    [
      'another site',
      { 'sec-fetch-site': 'same-site', origin: 'https://admin.site.example' },
      'Sec-Fetch-Site is same-site, Origin is https://admin.site.example. If that site may write here: csrf({ origins: ["https://admin.site.example"] }).',
    ],
    ['a site without an origin', { 'sec-fetch-site': 'cross-site' }, 'Sec-Fetch-Site is cross-site, Origin is absent.'],
    ['an opaque origin', { origin: 'null' }, 'Sec-Fetch-Site is absent, Origin is null.'],
  ])('the error of a refused write names the reason: %s', async (_what, headers, message) => {
    expect(await refusal(headers)).toBe(`POST /a/b was refused as a write from another site: ${message}`)
  })

  test('the error of a refused write names the problem with the token of an old browser', async () => {
    const [mine, theirs] = [await form(withForm({ secret: SECRET })), await form(withForm({ secret: SECRET }))]
    const cases: [Headers, string | URLSearchParams, CsrfOptions, string][] = [
      [SIGNED_IN, 'x', {}, 'there are no tokens without a secret'],
      [
        SIGNED_IN,
        'x',
        { secret: SECRET },
        'the token is missing in the header x-csrf-token, or the field "csrf" of a form',
      ],
      [
        SIGNED_IN,
        new URLSearchParams({ a: 'b' }),
        { secret: SECRET },
        'the token is missing in the header x-csrf-token',
      ],
      [
        { ...SIGNED_IN, 'x-csrf-token': mine.token },
        'x',
        { secret: SECRET },
        'the cookie "__Host-csrf" is missing or invalid',
      ],
      [
        { cookie: mine.cookie, 'x-csrf-token': theirs.token },
        'x',
        { secret: SECRET },
        'the token does not belong to the cookie "__Host-csrf".',
      ],
    ]
    for (const [headers, body, options, reason] of cases) {
      expect(await refusal(headers, body, options)).toContain(`${NEEDS}${reason}`)
    }
  })
})

/** Makes an application with a page that has a form, and with the route of the form. */
function withForm(options: CsrfOptions, jar = cookies()): Application {
  const app = new Application({ onError: () => undefined }).pipe(jar).pipe(csrf(options))
  return app.pipe(async (request) => {
    if (request.method === 'POST') return text(await request.text())
    const tokens = request.attribute(CSRF)
    return html(`<input type="hidden" name="${tokens.field}" value="${await tokens.token()}">`)
  })
}

/** Requests the form like an old browser, and returns its cookie and its token. */
async function form(app: Application, cookie = ''): Promise<{ cookie: string; token: string; set: readonly string[] }> {
  const page = await app.fetch(new Request(OWN, { headers: { cookie } }))
  const [, token = ''] = /value="([\w-]+)"/.exec(await page.text()) ?? []
  const set = page.headers.getSetCookie()
  return { cookie: set[0]?.split(';')[0] ?? cookie, token, set }
}

async function send(app: Application, headers: Headers, body: string | URLSearchParams | FormData): Promise<number> {
  return (await app.fetch(new Request(OWN, { method: 'POST', headers, body }))).status
}

test('an old browser can write with the token of the form, and the handler can still read the form', async () => {
  const app = withForm({ secret: SECRET })
  const { cookie, token, set } = await form(app)
  expect(set[0]).toMatch(/^__Host-csrf=[\w-]{43}\.[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  const body = new URLSearchParams({ amount: '7', csrf: token })
  const answer = await app.fetch(new Request(OWN, { method: 'POST', headers: { cookie }, body }))
  expect([answer.status, await answer.text()]).toEqual([200, body.toString()])
  expect(await send(app, { cookie, 'x-csrf-token': token }, 'x')).toBe(200)
})

test('each page shows the token as a different string, and all of these strings are accepted', async () => {
  const app = withForm({ secret: SECRET })
  const first = await form(app)
  const second = await form(app, first.cookie)
  expect([second.set.length, first.token === second.token]).toEqual([0, false])
  for (const token of [first.token, second.token]) {
    expect(await send(app, { cookie: first.cookie, 'x-csrf-token': token }, 'x')).toBe(200)
  }
})

test('a write of an old browser with a wrong token, cookie or form field is refused', async () => {
  const app = withForm({ secret: SECRET })
  const [mine, theirs] = [await form(app), await form(app)]
  const other = await form(withForm({ secret: SECRET.toUpperCase() }))
  const attempts: [string, Headers, string | URLSearchParams | FormData][] = [
    ['the token of somebody else', { cookie: mine.cookie, 'x-csrf-token': theirs.token }, 'x'],
    ['a cookie and token of another secret', { cookie: other.cookie, 'x-csrf-token': other.token }, 'x'],
    ['no token', { cookie: mine.cookie }, new URLSearchParams({ amount: '7' })],
    ['an empty token', { cookie: mine.cookie, 'x-csrf-token': '' }, 'x'],
    ['zeros', { cookie: mine.cookie, 'x-csrf-token': 'A'.repeat(86) }, 'x'],
    ['no text', { cookie: mine.cookie, 'x-csrf-token': 'ä;' }, 'x'],
    ['a token that was cut', { cookie: mine.cookie, 'x-csrf-token': mine.token.slice(2) }, 'x'],
    ['another field', { cookie: mine.cookie }, new URLSearchParams({ token: mine.token })],
    ['a token and no cookie of it', { cookie: 'a=b', 'x-csrf-token': mine.token }, 'x'],
    ['an upload, of which nothing is read', { cookie: mine.cookie }, upload(mine.token)],
  ]
  for (const [what, headers, body] of attempts) expect(await send(app, headers, body), what).toBe(403)
})

test('a valid token does not allow a write from another site', async () => {
  const app = withForm({ secret: SECRET })
  const { cookie, token } = await form(app)
  expect(await send(app, { cookie, 'x-csrf-token': token, 'sec-fetch-site': 'cross-site' }, 'x')).toBe(403)
})

test('csrf() uses the secret of cookies() before it, and reads the token from the form field that its option "field" names', async () => {
  const app = withForm({ field: '_token' }, cookies({ secret: SECRET }))
  const { cookie, token } = await form(app)
  expect(await send(app, { cookie }, new URLSearchParams({ _token: token }))).toBe(200)
})

test('without a secret, calling token() is an error that says what to write', async () => {
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) }).pipe(csrf())
  app.pipe(async (request) => text(await request.attribute(CSRF).token()))
  expect((await app.request('/')).status).toBe(500)
  expect(String(errors[0])).toContain('there is no secret to sign or seal with')
  expect(await statusOf(SIGNED_IN)).toBe(403)
})

test.each([
  [
    { origins: ['site.example'] },
    'csrf(): "origins" must be a list of origins such as "https://www.example.org", without a path',
  ],
  [{ origins: ['https://site.example/'] }, 'csrf(): "origins" must be a list of origins'],
  [{ origins: ['https://site.example?a=b'] }, 'csrf(): "origins" must be a list of origins'],
  [{ origins: ['https://'] }, 'csrf(): "origins" must be a list of origins'],
  [{ origins: ['null'] }, 'csrf(): "origins" must be a list of origins'],
  [{ origins: ['https://*.site.example'] }, 'csrf(): "origins" must be a list of origins'],
  [{ origins: ['HTTPS://site.example'] }, 'csrf(): "origins" must be a list of origins'],
  [{ origin: 'https://site.example' }, 'csrf(): unknown option "origin". Did you mean "origins"?'],
  [{ secret: 'short' }, 'csrf(): "secret" must be a secret of at least 32 characters'],
])('csrf() refuses the options %o', (options, message) => {
  expect(() => csrf(options as CsrfOptions)).toThrow(message)
})

function upload(token: string): FormData {
  const data = new FormData()
  data.set('csrf', token)
  return data
}
