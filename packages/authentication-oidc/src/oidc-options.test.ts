import { createServer } from '@app/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FakeIssuer } from './fake-issuer.test.helper.ts'
import { oidc } from './index.ts'
import { site } from './site.test.helper.ts'

const google = { issuer: 'https://accounts.google.com', clientId: 'app', clientSecret: 'hidden' }
const identify = () => undefined

test.each<[string, object, string]>([
  ['no map of providers', { providers: [] }, '"providers" must be a map of providers'],
  ['no identify', { identify: undefined }, '"identify" is missing: it must be a function.'],
  ['a misspelt option', { providers: { google: { ...google, clientSecert: 'x' } } }, 'Did you mean "clientSecret"?'],
  ['an empty secret', { providers: { google: { ...google, clientSecret: '' } } }, '"clientSecret" must be a string'],
  [
    'a secret from a variable that is not set',
    { providers: { google: { ...google, clientSecret: null } } },
    'got null',
  ],
  [
    'a name that is no segment of a path',
    { providers: { 'my/own': google } },
    'the name "my/own" of a provider stands',
  ],
  [
    'parameters of the package',
    { providers: { google: { ...google, parameters: { state: 'x' } } } },
    'without client_id',
  ],
  ['an origin with a path', { origin: 'https://app.example/' }, 'got "https://app.example/".'],
  ['a log-in page elsewhere', { loginPage: '//evil.example' }, '"loginPage" must be a path of this site'],
  ['no time at all', { timeout: 0 }, '"timeout" must be a number of seconds above 0'],
])('%s is an error that says what to write, and does not show the secret', (_what, wrong, message) => {
  const make = () => oidc({ providers: { google }, identify, ...wrong })
  expect(make).toThrow(message)
  expect(make).not.toThrow('hidden')
})

test.each([
  'http://login.example',
  'https://login.example/.well-known/openid-configuration',
  'https://login.example?tenant=1',
  'https://user@login.example',
  'login.example',
])('the issuer %s is refused: an issuer is an https URL, and not that of its metadata', (issuer) => {
  expect(() => oidc({ providers: { acme: { ...google, issuer } }, identify })).toThrow(
    `oidc(): "providers" has "acme": "issuer" must be the https URL of the issuer, without "/.well-known/…" (http only on this machine, or if NODE_ENV is development), got "${issuer}".`,
  )
})

test('without a provider, nobody can log in: every path is a 404', async () => {
  const { app, providers } = site({ providers: {} })
  expect(providers).toEqual([])
  for (const path of ['/log-in/google', '/log-in/google/callback']) expect((await app.request(path)).status).toBe(404)
})

test('in development, an issuer may be on http, such as that of another container', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const make = () => oidc({ providers: { acme: { ...google, issuer: 'http://keycloak:8080/realms/acme' } }, identify })
  expect(make).toThrow('"issuer"')
  vi.stubEnv('NODE_ENV', 'development')
  expect(make).not.toThrow()
})

test('behind a proxy that terminates TLS, the redirect URI is the public one', async () => {
  const issuer = await FakeIssuer.start()
  const { app } = site({ providers: { acme: { issuer: issuer.url, clientId: 'app' } } })
  const server = await createServer(app, { trustProxy: ['127.0.0.1'] }).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => void (await server.close({ grace: 0 })))
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'www.example', 'x-forwarded-for': '192.0.2.7' }
  const response = await fetch(`http://127.0.0.1:${server.address?.port}/log-in/acme`, { headers, redirect: 'manual' })
  const { searchParams } = new URL(response.headers.get('location') ?? '')
  expect(searchParams.get('redirect_uri')).toBe('https://www.example/log-in/acme/callback')
})

test('the request to log in has the scopes and parameters of the options, PKCE, state and nonce', async () => {
  const issuer = await FakeIssuer.start()
  const parameters = { prompt: 'select_account' }
  const { app } = site({
    providers: { acme: { issuer: issuer.url, clientId: 'app', scopes: ['openid', 'email'], parameters } },
  })
  const { headers, status } = await app.fetch(new Request('https://app.example/log-in/acme', { method: 'POST' }))
  expect([status, headers.get('cache-control')]).toEqual([303, 'no-store'])
  expect(Object.fromEntries(new URL(headers.get('location') ?? '').searchParams)).toEqual({
    client_id: 'app',
    response_type: 'code',
    redirect_uri: 'https://app.example/log-in/acme/callback',
    scope: 'openid email',
    prompt: 'select_account',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})
