import type { ServerRequest } from '@app/core'
import { createStorage } from 'unstorage'
import { describe, expect, test } from 'vitest'
import { Browser, SITE } from './browser.test.helper.ts'
import type { OidcClaims, OidcFailure, OidcLogIn, OidcOptions } from './index.ts'
import { confirm, logsIn, realProvider } from './real-provider.test.helper.ts'
import { CLIENT_SECRET, site } from './site.test.helper.ts'

const acme = (issuer: string, more: object = {}): OidcOptions['providers'] => ({
  acme: { issuer, clientId: 'app', clientSecret: CLIENT_SECRET, ...more },
})

describe.each([
  ['a session in a sealed cookie', () => ({})],
  ['a session in a store', () => ({ store: createStorage() })],
])('%s', (_where, visits) => {
  test('a visitor logs in at a provider, and gets the page that they wanted', async () => {
    const { app, errors } = site({ providers: acme(await realProvider()) }, visits())
    const ada = new Browser(app)
    const page = await logsIn(ada, 'ada', '/log-in/acme?return=%2Freports%3Fyear%3D2026')
    expect([page.url, page.text]).toEqual([`${SITE}/reports?year=2026`, '["ada"]'])
    expect(errors).toEqual([])
  })

  test('log-ins that begin in two tabs both end, whichever ends first', async () => {
    const { app } = site({ providers: acme(await realProvider()) }, visits())
    const ada = new Browser(app)
    const [one, two] = [await ada.go('/log-in/acme?return=/one'), await ada.go('/log-in/acme?return=/two')]
    expect((await ada.go(await confirm(ada, two, 'ada'))).url).toBe(`${SITE}/two`)
    const page = await ada.go(await confirm(ada, one, 'ada'))
    expect([page.url, page.text]).toEqual([`${SITE}/one`, '["ada"]'])
  })

  test('a callback that is sent again, or that another visitor sends, logs nobody in', async () => {
    const { app } = site({ providers: acme(await realProvider()) }, visits())
    const [ada, eve] = [new Browser(app), new Browser(app)]
    const callback = await confirm(ada, await ada.go('/log-in/acme'), 'ada')
    await eve.go('/log-in/acme')
    for (const visitor of [eve, new Browser(app)]) {
      const page = await visitor.go(callback)
      expect([page.url, page.text]).toEqual([`${SITE}/log-in`, `["nobody","${EXPIRED}"]`])
    }
    expect((await ada.go(callback)).text).toBe('["ada"]')
    await ada.go('/log-out/acme', {}, (url) => !url.startsWith(SITE))
    expect((await ada.go(callback)).text).toBe(`["nobody","${EXPIRED}"]`)
  })

  test('two visitors who swap the state of their callbacks are not logged in', async () => {
    const { app } = site({ providers: acme(await realProvider()) }, visits())
    const [ada, eve] = [new Browser(app), new Browser(app)]
    const [hers, eves] = [
      new URL(await confirm(ada, await ada.go('/log-in/acme'), 'ada')),
      new URL(await confirm(eve, await eve.go('/log-in/acme'), 'eve')),
    ]
    // Eve's code with Ada's state, so that Ada would be logged in as Eve: the verifier of PKCE is not that of the code.
    const code = eves.searchParams.get('code') ?? ''
    eves.searchParams.set('state', hers.searchParams.get('state') ?? '')
    expect(code).not.toBe('')
    expect((await ada.go(eves.href)).text).toBe('["nobody","The log-in failed. Try again."]')
  })
})

const EXPIRED = 'The log-in took too long, or began in another browser. Try again.'

test('an application may run in several processes: one begins a log-in, and another ends it', async () => {
  const providers = acme(await realProvider())
  const ada = new Browser(site({ providers }).app)
  const callback = await confirm(ada, await ada.go('/log-in/acme'), 'ada')
  ada.app = site({ providers }).app
  expect((await ada.go(callback)).text).toBe('["ada"]')
})

test('a session cookie that an attacker planted before the log-in is worth nothing after it', async () => {
  const { app } = site({ providers: acme(await realProvider()) })
  const [ada, eve] = [new Browser(app), new Browser(app)]
  await eve.go('/log-in/acme')
  const planted = await eve.cookies()
  await ada.takes(planted)
  await logsIn(ada, 'ada')
  expect(await ada.cookies()).not.toBe(planted)
  expect((await eve.go('/')).text).toBe('["nobody"]')
})

test('a visitor who cancels at the provider gets the log-in page, with a notice, and may still reach the wanted page', async () => {
  const { app, errors } = site({ providers: acme(await realProvider()) })
  const ada = new Browser(app)
  const { url } = await ada.go('/log-in/acme?return=/reports')
  const page = await ada.go(`${url}/abort`)
  expect([page.url, page.text]).toEqual([`${SITE}/log-in?return=%2Freports`, '["nobody","The log-in was cancelled."]'])
  expect(errors).toEqual([])
})

test('a log-out ends the session here and at the provider, and needs a POST', async () => {
  const issuer = await realProvider()
  const { app } = site({ providers: acme(issuer) })
  const ada = new Browser(app)
  await logsIn(ada, 'ada')
  expect((await ada.send('/log-out/acme')).status).toBe(405)
  const asked = await ada.go('/log-out/acme', {})
  expect(asked.url).toMatch(`${issuer}/session/end?`)
  expect((await ada.go('/')).text).toBe('["nobody"]')
  const secret = /name="xsrf" value="([^"]+)"/.exec(asked.text)?.[1] ?? ''
  expect((await ada.go(`${issuer}/session/end/confirm`, { xsrf: secret, logout: 'yes' })).url).toBe(`${SITE}/`)
  expect((await ada.go('/log-in/acme')).text).toContain('name="login"')
})

test('identify gets the claims, also those of userinfo, and the tokens, and may refuse the user', async () => {
  const issuer = await realProvider()
  const got: [OidcClaims, OidcLogIn][] = []
  const { app } = site({
    providers: acme(issuer, { scopes: ['email'], userInfo: true }),
    identify: (claims, _request, logIn) => {
      got.push([claims, logIn])
      return claims.sub === 'ada' ? { id: `${claims.iss} ${claims.sub}` } : undefined
    },
  })
  expect((await logsIn(new Browser(app), 'ada')).text).toBe(`["${issuer} ada"]`)
  expect((await logsIn(new Browser(app), 'bob')).text).toBe('["nobody","You have no account here."]')
  expect(got[0]).toMatchObject([
    { iss: issuer, sub: 'ada', aud: 'app', email: 'ada@acme.example', email_verified: true },
    { provider: 'acme', accessToken: expect.any(String), idToken: expect.any(String), expiresIn: expect.any(Number) },
  ])
})

test('identify may refuse a user with a message, which the log-in page gets', async () => {
  const { app } = site({ providers: acme(await realProvider()), identify: ({ sub }) => `No ${sub} here.` })
  expect((await logsIn(new Browser(app), 'ada')).text).toBe('["nobody","No ada here."]')
})

test('onFailure answers a log-in that failed, with the reason', async () => {
  const failures: OidcFailure[] = []
  const { app } = site({
    providers: acme(await realProvider()),
    onFailure: (failure) => {
      failures.push(failure)
      return new Response('Nein.', { status: 403 })
    },
  })
  const response = await new Browser(app).send('/log-in/acme/callback?code=x&state=forged')
  expect([response.status, await response.text(), failures]).toEqual([
    403,
    'Nein.',
    [{ reason: 'expired', provider: 'acme', returnTo: '/', isLink: false }],
  ])
})

test('the secret may go in the body or in the header, as the provider accepts it', async () => {
  for (const method of ['client_secret_post', 'client_secret_basic']) {
    const { app } = site({ providers: acme(await realProvider({ token_endpoint_auth_method: method })) })
    expect((await logsIn(new Browser(app), 'ada')).text).toBe('["ada"]')
  }
})

test('a client without a secret is protected by PKCE', async () => {
  const issuer = await realProvider({ token_endpoint_auth_method: 'none', client_secret: undefined })
  const { app } = site({ providers: { acme: { issuer, clientId: 'app' } } })
  expect((await logsIn(new Browser(app), 'ada')).text).toBe('["ada"]')
})

test('loginPage and afterLogOut may be functions of the request', async () => {
  const issuer = await realProvider()
  const language = (request: ServerRequest) => request.query.get('language') ?? 'de'
  const { app } = site({
    providers: acme(issuer),
    loginPage: (request) => `/${language(request)}/log-in`,
    afterLogOut: async (request) => `/${language(request)}/bye`,
  })
  const ada = new Browser(app)
  const { url } = await ada.go('/log-in/acme?return=/reports')
  expect((await ada.go(`${url}/abort`)).url).toBe(`${SITE}/de/log-in?return=%2Freports`)
  await logsIn(ada, 'ada')
  const asked = await ada.go('/log-out/acme?language=en', {})
  expect(new URL(asked.url).searchParams.get('post_logout_redirect_uri')).toBe(`${SITE}/en/bye`)
})
