import { createStorage } from 'unstorage'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Browser, SITE } from './browser.test.helper.ts'
import { FakeIssuer } from './fake-issuer.test.helper.ts'
import type { OidcOptions } from './index.ts'
import { CLIENT_SECRET, site } from './site.test.helper.ts'

const DISCOVERY = '/.well-known/openid-configuration'
const EXPIRED = 'The log-in took too long, or began in another browser. Try again.'
const INVALID = 'The log-in failed. Try again.'

/** A visitor of an application that accepts an issuer, which may be made to attack. */
async function visitor(options: Partial<OidcOptions> = {}, provider: object = {}) {
  const issuer = await FakeIssuer.start()
  const fake = { issuer: issuer.url, clientId: 'app', clientSecret: CLIENT_SECRET, ...provider }
  const { app, errors } = site({ providers: { fake, other: { ...fake, clientId: 'other' } }, ...options })
  const browser = new Browser(app)
  const begins = async (at = '/log-in/fake') => (await browser.send(at)).headers.get('location')
  const logsIn = async () => (await browser.go(issuer.callback(await begins()))).text
  return { issuer, app, errors, browser, begins, logsIn }
}

test.each<[string, (issuer: FakeIssuer) => void, RegExp]>([
  ['without a signature', (one) => (one.signs = 'not at all'), /unexpected JWT "alg"/],
  ['signed with a foreign key', (one) => (one.signs = 'with a foreign key'), /JWT signature verification failed/],
  ['signed with the public key as a secret', (one) => (one.signs = 'with the public key as a secret'), /"alg"/],
  ['of another issuer', (one) => (one.claims = { iss: 'https://evil.example' }), /"iss" \(issuer\)/],
  ['for another application', (one) => (one.claims = { aud: 'other' }), /"aud" \(audience\)/],
  ['of another log-in', (one) => (one.claims = { nonce: 'other' }), /"nonce"/],
  ['without a nonce', (one) => (one.claims = { nonce: undefined }), /"nonce"/],
  ['that has expired', (one) => (one.claims = { exp: Math.floor(Date.now() / 1_000) - 40 }), /"exp"/],
  ['without a subject', (one) => (one.claims = { sub: undefined }), /"sub"/],
])('an ID token %s logs nobody in, and the log says why', async (_what, attack, reason) => {
  const { issuer, errors, logsIn } = await visitor()
  attack(issuer)
  expect(await logsIn()).toBe(`["nobody","${INVALID}"]`)
  expect(String(errors)).toMatch(reason)
  expect(String(errors)).toContain(`The log-in at the OpenID provider "fake" (${issuer.url}) failed: `)
})

test('the clock of the provider may differ by 30 seconds, or by what the options say', async () => {
  const ago = (seconds: number) => ({ exp: Math.floor(Date.now() / 1_000) - seconds })
  const { issuer, logsIn } = await visitor()
  issuer.claims = ago(20)
  expect(await logsIn()).toBe('["ada"]')
  const strict = await visitor({ clockTolerance: 5 })
  strict.issuer.claims = ago(20)
  expect(await strict.logsIn()).toContain('nobody')
})

test('with max_age among the parameters, a log-in at the provider that is longer ago is refused', async () => {
  const { issuer, logsIn } = await visitor({}, { parameters: { max_age: '60' } })
  const now = Math.floor(Date.now() / 1_000)
  issuer.claims = { auth_time: now - 120 }
  expect(await logsIn()).toContain('nobody')
  issuer.claims = {}
  expect(await logsIn()).toContain('nobody')
  issuer.claims = { auth_time: now }
  expect(await logsIn()).toBe('["ada"]')
})

test.each<[string, Record<string, string | undefined>, string]>([
  ['with another issuer', { iss: 'https://evil.example' }, INVALID],
  ['without the issuer, which the provider has promised', { iss: undefined }, INVALID],
  ['with another state', { state: 'forged' }, EXPIRED],
  ['without a state', { state: undefined }, EXPIRED],
  ['without a code', { code: undefined }, INVALID],
])('a callback %s logs nobody in', async (_what, answer, notice) => {
  const { issuer, logsIn } = await visitor()
  issuer.answer = answer
  expect(await logsIn()).toBe(`["nobody","${notice}"]`)
})

test('a callback of one provider is refused at the path of another, so that providers cannot be mixed up', async () => {
  const { issuer, browser, begins } = await visitor()
  const callback = issuer.callback(await begins())
  expect((await browser.go(callback.replace('/fake/', '/other/'))).text).toBe(`["nobody","${EXPIRED}"]`)
  expect(issuer.asked).not.toContain('/token')
})

test('a visitor who takes longer than ten minutes has to begin again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { issuer, browser, begins } = await visitor()
  const callback = issuer.callback(await begins())
  vi.setSystemTime(Date.now() + 601_000)
  expect((await browser.go(callback)).text).toBe(`["nobody","${EXPIRED}"]`)
})

test.each([
  ['a sealed cookie', undefined],
  ['a store', createStorage()],
])(
  'with sessions in %s, 200 starts and 20 forged callbacks leave a small session, and the last start leads on',
  async (_where, store) => {
    const issuer = await FakeIssuer.start()
    const providers = { fake: { issuer: issuer.url, clientId: 'app' } }
    const { app, errors } = site({ providers }, store === undefined ? {} : { store })
    const browser = new Browser(app)
    let last: string | null = null
    for (let count = 0; count < 200; count++) {
      const path = `/${'x'.repeat(count)}`
      last = (await browser.send(`/log-in/fake?return=${path}`)).headers.get('location')
      if (count % 10 === 0) await browser.send('/log-in/fake/callback?state=forged')
    }
    expect((await browser.cookies()).length).toBeLessThan(4_000)
    const kept = (await Promise.all(((await store?.getKeys()) ?? []).map((key) => store?.getItem(key)))).map(String)
    expect(JSON.stringify(kept).length).toBeLessThan(4_000)
    expect((await browser.go(issuer.callback(last))).text).toBe(`["ada","${EXPIRED}"]`)
    expect(errors).toEqual([])
  },
)

test.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)', '/\t/evil.example'])(
  'a link with return=%j leads to the front page of this site after the log-in',
  async (path) => {
    const { issuer, browser, begins } = await visitor()
    const callback = issuer.callback(await begins(`/log-in/fake?return=${encodeURIComponent(path)}`))
    expect((await browser.send(callback)).headers.get('location')).toBe('/')
  },
)

describe('a provider that fails', () => {
  test.each<[string, (issuer: FakeIssuer) => void, RegExp]>([
    [
      'answers with 500',
      ({ answers }) => (answers[DISCOVERY] = { status: 500 }),
      /unexpected HTTP response status code: status 500/,
    ],
    ['hangs', ({ answers }) => (answers[DISCOVERY] = 'hangs'), /operation timed out/],
    ['answers with other things than JSON', ({ answers }) => (answers[DISCOVERY] = { body: '<html>' }), /parse/],
    [
      'sends a megabyte and more',
      ({ answers }) => (answers[DISCOVERY] = { body: ' '.repeat(2 ** 21) }),
      /more than 1048576 bytes/,
    ],
    [
      'has the metadata of another issuer',
      (one) => (one.metadata = { issuer: 'https://evil.example' }),
      /issuer does not match/,
    ],
  ])('that %s is a 503 with a line in the log, and is asked again later', async (_what, fails, reason) => {
    const { issuer, errors, browser, logsIn } = await visitor({ timeout: 1 })
    fails(issuer)
    const response = await browser.send('/log-in/fake')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(String(errors)).toMatch(reason)
    expect(String(errors)).toContain(`The OpenID provider "fake" (${issuer.url}) cannot be used: `)
    delete issuer.answers[DISCOVERY]
    issuer.metadata = {}
    await vi.waitUntil(async () => (await browser.send('/log-in/fake')).status === 303, {
      timeout: 5_000,
      interval: 200,
    })
    expect(await logsIn()).toBe('["ada"]')
  })

  test('that is not there is a 503', async () => {
    const { browser, errors } = await visitor({}, { issuer: 'http://127.0.0.1:1' })
    expect((await browser.send('/log-in/fake')).status).toBe(503)
    expect(String(errors)).toMatch(/\(http:\/\/127\.0\.0\.1:1\) cannot be used: fetch failed/)
  })

  test('is asked once by a crowd, while it works and while it does not', async () => {
    const { issuer, app } = await visitor()
    const crowd = () =>
      Promise.all(Array.from({ length: 50 }, async () => (await new Browser(app).send('/log-in/fake')).status))
    issuer.answers[DISCOVERY] = { status: 500 }
    expect(new Set([...(await crowd()), ...(await crowd())])).toEqual(new Set([503]))
    expect(issuer.asked).toEqual([DISCOVERY])
    delete issuer.answers[DISCOVERY]
    await vi.waitUntil(async () => (await crowd()).every((status) => status === 303), {
      timeout: 5_000,
      interval: 1_100,
    })
    await crowd()
    expect(issuer.asked).toEqual([DISCOVERY, DISCOVERY])
  })

  test('after an hour is still used with the metadata of before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { issuer, begins } = await visitor()
    await begins()
    vi.setSystemTime(Date.now() + 3_601_000)
    issuer.answers[DISCOVERY] = { status: 500 }
    expect(await begins()).toContain('/authorize?')
    expect(issuer.asked).toEqual([DISCOVERY, DISCOVERY])
  })

  test.each<[string, (issuer: FakeIssuer) => void]>([
    ['the tokens', ({ answers }) => (answers['/token'] = { status: 500 })],
    ['the tokens in time', ({ answers }) => (answers['/token'] = 'hangs')],
    ['its keys', ({ answers }) => (answers['/keys'] = { status: 500 })],
  ])('to send %s is a 503, after which the same callback may succeed', async (_what, fails) => {
    const { issuer, browser, begins } = await visitor({ timeout: 1 })
    const callback = issuer.callback(await begins())
    fails(issuer)
    expect((await browser.send(callback)).status).toBe(503)
    for (const path of Object.keys(issuer.answers)) delete issuer.answers[path]
    expect((await browser.go(callback)).text).toBe('["ada"]')
  })

  test('to recognize the client shows the visitor the log-in page, and says in the log what to check', async () => {
    const { issuer, errors, logsIn } = await visitor()
    issuer.answers['/token'] = { status: 401, body: { error: 'invalid_client', error_description: 'no such client' } }
    expect(await logsIn()).toBe(`["nobody","${INVALID}"]`)
    expect(String(errors)).toMatch(/invalid_client, no such client\. Check its clientId and clientSecret\.$/)
  })

  test('by an error of its own, such as server_error, shows the visitor the log-in page', async () => {
    const { issuer, errors, logsIn } = await visitor()
    issuer.answer = { error: 'server_error', error_description: 'no luck', code: undefined }
    expect(await logsIn()).toBe(`["nobody","${INVALID}"]`)
    expect(String(errors)).toContain('server_error, no luck')
  })
})

test('no error and no description of the application has the secret, a code or a token', async () => {
  const { issuer, app, errors, browser, begins } = await visitor()
  for (const status of [400, 401, 500]) {
    issuer.answers['/token'] = { status, body: { error: 'invalid_grant', access_token: 'token-of-ada' } }
    await browser.go(issuer.callback(await begins()).replace('code=code', 'code=code-of-ada'))
  }
  issuer.answers['/token'] = { body: { access_token: 'token-of-ada', token_type: 'bearer' } }
  await browser.go(issuer.callback(await begins()))
  issuer.answers[DISCOVERY] = { status: 500 }
  await browser.send('/log-in/other')
  const { inspect } = await import('node:util')
  expect(errors.length).toBe(5)
  const shown = inspect(errors, { depth: 10 }) + JSON.stringify(app.describe())
  for (const secret of [CLIENT_SECRET, 'code-of-ada', 'token-of-ada']) expect(shown).not.toContain(secret)
})

test('a provider that the options do not have is a 404', async () => {
  const { browser } = await visitor()
  for (const name of ['nobody', '__proto__']) expect((await browser.send(`/log-in/${name}`)).status).toBe(404)
})

test('the redirect URI has the origin of the request, or the one in the options', async () => {
  const uri = async (options: Partial<OidcOptions>) =>
    new URL((await (await visitor(options)).begins()) ?? '').searchParams.get('redirect_uri')
  expect(await uri({})).toBe(`${SITE}/log-in/fake/callback`)
  expect(await uri({ origin: 'https://www.example' })).toBe('https://www.example/log-in/fake/callback')
})
