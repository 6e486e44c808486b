import { configProvider as authentication, type Identity } from '@app/authentication'
import { configProvider as authorization } from '@app/authorization'
import { defineConfig, env, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, configProvider as core, ROUTER_SERVICE, type ServerRequest, text } from '@app/core'
import { configProvider as csrf } from '@app/csrf'
import { isSecretName } from '@app/development'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { configProvider as session } from '@app/session'
import { expect, test } from 'vitest'
import { Browser } from './browser.test.helper.ts'
import { FakeIssuer } from './fake-issuer.test.helper.ts'
import { configProvider, type OidcClaims } from './index.ts'

const accounts = new Map([['ada', { id: '7' }]])
const steps = {
  dependencies: { services: { [ROUTER_SERVICE]: new FindMyWayRouter() } },
  middleware_pipeline: {
    routing: { middleware: Application.ROUTING_MIDDLEWARE, priority: 1 },
    dispatch: { middleware: Application.DISPATCH_MIDDLEWARE, priority: 0 },
  },
}

async function application(own: object): Promise<Application> {
  const sources = [core, session, csrf, authentication, authorization, configProvider, steps, () => own]
  const config = await resolveConfig(defineConfig(sources as never), {
    env: { APP_SECRET: 'shop'.repeat(8), ACME_SECRET: 'from the environment' },
  })
  return createContainer(config).get(Application.SERVICE)
}

const account = {
  path: '/account',
  middleware: (request: ServerRequest) => text(request.path),
  metadata: { '@app/authorization': 'authenticated' },
}
const services = { 'acme/identify': ({ sub }: OidcClaims) => accounts.get(sub) }

test('the section authentication_oidc and a service that identifies are all that a guarded application needs', async () => {
  const issuer = await FakeIssuer.start()
  const app = await application({
    authentication: { loginPage: '/log-in' },
    authentication_oidc: {
      providers: { acme: { issuer: issuer.url, clientId: 'app', clientSecret: env('ACME_SECRET') } },
      identify: 'acme/identify',
    },
    dependencies: { services },
    routes: { account },
  })
  await app.check()
  expect(app.describe().routes.map(({ name, path, methods }) => [name, path, methods])).toEqual([
    ['@app/authentication-oidc/logIn', '/log-in/{provider}', ['GET', 'POST']],
    ['@app/authentication-oidc/callback', '/log-in/{provider}/callback', ['GET']],
    ['@app/authentication-oidc/link', '/log-in/{provider}/link', ['POST']],
    ['@app/authentication-oidc/logOut', '/log-out/{provider}', ['POST']],
    ['account', '/account', null],
  ])
  const ada = new Browser(app)
  const start = await ada.send('/log-in/acme?return=/account')
  expect((await ada.go(issuer.callback(start.headers.get('location')))).text).toBe('/account')
})

test('in the section authentication_oidc, loginPage and afterLogOut may be paths or names of services that are functions', async () => {
  const inLanguage = ({ query }: ServerRequest) => `/${query.get('language')}/log-in`
  const locations: (string | null)[] = []
  for (const path of ['acme/log-in-page', '/enter']) {
    const app = await application({
      authentication_oidc: {
        providers: { acme: { issuer: 'http://127.0.0.1:9', clientId: 'app' } },
        identify: 'acme/identify',
        loginPage: path,
        afterLogOut: path,
      },
      dependencies: { services: { ...services, 'acme/log-in-page': inLanguage } },
    })
    for (const [url, method] of [
      ['/log-in/acme/callback?language=de', 'GET'],
      ['/log-out/acme?language=de', 'POST'],
    ] as const) {
      const { headers } = await app.request(url, { method, headers: { 'sec-fetch-site': 'same-origin' } })
      locations.push(headers.get('location'))
    }
  }
  expect(locations).toEqual(['/de/log-in', '/de/log-in', '/enter', '/enter'])
})

test('"enter" may be the name of a service, which logs users in or asks them for more', async () => {
  const issuer = await FakeIssuer.start()
  const enter = (_request: ServerRequest, { id }: Identity, returnTo: string) => text(`${id} goes to ${returnTo}`)
  const app = await application({
    authentication_oidc: {
      providers: { acme: { issuer: issuer.url, clientId: 'app' } },
      identify: 'acme/identify',
      enter: 'acme/enter',
    },
    dependencies: { services: { ...services, 'acme/enter': enter } },
  })
  const ada = new Browser(app)
  const start = await ada.send('/log-in/acme?return=/account')
  const page = await ada.go(issuer.callback(start.headers.get('location')))
  expect(page.text).toBe('7 goes to /account')
})

test('a provider is left out if the variables that name it are not set, and is an error if only one of them is', async () => {
  const withVariables = (env: Readonly<Record<string, string>>) => {
    const acme = {
      issuer: env.ACME_ISSUER ?? null,
      clientId: env.ACME_ID ?? null,
      clientSecret: env.ACME_SECRET ?? null,
    }
    return application({
      authentication_oidc: { providers: { acme }, identify: 'acme/identify' },
      dependencies: { services },
    })
  }
  const without = await withVariables({})
  await without.check()
  expect((await without.request('/log-in/acme')).status).toBe(404)
  const half = await withVariables({ ACME_ISSUER: 'https://acme.example' })
  await expect(half.check()).rejects.toThrow(/authentication_oidc\.providers .*"acme": "clientId"/)
  const open = await withVariables({ ACME_ISSUER: 'https://acme.example', ACME_ID: 'app' })
  await expect(open.check()).rejects.toThrow(/authentication_oidc\.providers .*"acme": "clientSecret"/)
})

test('a visitor has to log in before the link of an account begins', async () => {
  const app = await application({
    authentication_oidc: { providers: {}, identify: 'acme/identify' },
    dependencies: { services },
  })
  const headers = { 'sec-fetch-site': 'same-origin' }
  expect((await app.request('/log-in/acme/link', { method: 'POST', headers })).status).toBe(401)
})

test('the routes may be moved', async () => {
  const issuer = await FakeIssuer.start()
  const app = await application({
    authentication_oidc: { providers: { acme: { issuer: issuer.url, clientId: 'app' } }, identify: 'acme/identify' },
    dependencies: { services },
    routes: {
      '@app/authentication-oidc/logIn': { path: '/anmelden/{provider}' },
      '@app/authentication-oidc/callback': { path: '/anmelden/{provider}/callback' },
      account,
    },
  })
  const location = (await new Browser(app).send('/anmelden/acme')).headers.get('location') ?? ''
  expect(new URL(location).searchParams.get('redirect_uri')).toBe('https://app.example/anmelden/acme/callback')
})

test.each([
  [{ identify: 'acme/identifi' }, /authentication_oidc\.identify .*Did you mean "acme\/identify"\?/],
  [
    { providers: { acme: { issuer: 'acme' } } },
    /authentication_oidc\.providers .*"acme": "issuer" must be the https URL/,
  ],
  [{ provider: {} }, /authentication_oidc\.provider .*Did you mean "providers"\?/],
  [{ identify: undefined }, /authentication_oidc.*"identify" is missing/],
])('a wrong section stops the start: %j', async (wrong, message) => {
  const valid = { providers: { acme: { issuer: 'https://acme.example', clientId: 'app' } }, identify: 'acme/identify' }
  const app = await application({ authentication_oidc: { ...valid, ...wrong }, dependencies: { services } })
  await expect(app.check()).rejects.toThrow(message)
})

test('the own routes of an application may be a list', async () => {
  const acme = { issuer: 'https://acme.example', clientId: 'app' }
  const app = await application({
    authentication_oidc: { providers: { acme }, identify: 'acme/identify' },
    dependencies: { services },
    routes: [account],
  })
  await app.check()
  expect(app.describe().routes).toHaveLength(5)
})

test('tools that show a configuration, such as the inspector, mask the client secret', () => {
  expect(isSecretName('clientSecret')).toBe(true)
})

test('a program with the section starts, and stops', async () => {
  const config = await resolveConfig(
    defineConfig([
      ...[core, session, csrf, authentication, authorization, configProvider, steps],
      () => ({
        authentication_oidc: {
          providers: { acme: { issuer: 'https://login.acme.example', clientId: 'app' } },
          identify: 'acme/identify',
        },
        dependencies: { services },
      }),
    ] as never),
    { env: { APP_SECRET: 'shop'.repeat(8) } },
  )
  const container = createContainer(config)
  await container.start()
  await container.dispose()
})
