import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, type Config, configProvider as core, json, type ServerRequest } from '@app/core'
import { configProvider as session } from '@app/session'
import { expect, test } from 'vitest'
import { type Authenticator, configProvider, createApiKey, IDENTITY, logIn } from './index.ts'

const rest = {
  middleware_pipeline: {
    rest: {
      middleware: (request: ServerRequest) => {
        if (request.path === '/in') logIn(request, { id: 'ada' })
        return json(request.attribute(IDENTITY)?.id ?? 'nobody')
      },
    },
  },
}

async function application(own: Config | (() => object), ...others: object[]): Promise<Application> {
  const sources = [core, configProvider, ...others, rest, own]
  const config = await resolveConfig(defineConfig(sources as never), { env: { APP_SECRET: 'shop'.repeat(8) } })
  return createContainer(config).get(Application.SERVICE)
}

async function ask(app: Application, headers: Record<string, string> = {}, path = '/'): Promise<unknown> {
  const response = await app.fetch(new Request(`https://localhost${path}`, { headers }))
  return response.ok ? response.json() : response.headers.get('www-authenticate')
}

const ADA = { authorization: `Basic ${btoa('ada:wonder')}` }
const users = [{ id: 'ada', password: 'wonder' }]

test('the config provider adds the pipeline entry @app/authentication, which without configuration and without @app/session finds no identity', async () => {
  const app = await application({})
  await app.check()
  expect(await ask(app, ADA)).toBe('nobody')
  expect(app.describe().items[0]?.entry).toMatchObject({
    key: 'middleware_pipeline.@app/authentication',
    priority: 2_500,
  })
})

test('with @app/session and no further configuration, the pipeline entry @app/authentication recognizes a visitor who has logged in', async () => {
  const app = await application({}, session)
  const { headers } = await app.fetch(new Request('https://localhost/in'))
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect([await ask(app), await ask(app, { cookie })]).toEqual(['nobody', 'ada'])
})

test('the section authentication sets the authenticators, the authenticator for sessions is called last, and the name of a service may replace a function', async () => {
  const byKey: Authenticator = {
    authenticate: ({ headers }) => (headers.has('x-key') ? { id: 'machine' } : undefined),
    challenge: () => 'Key',
  }
  const app = await application(
    {
      authentication: {
        basic: { check: 'acme/check' },
        bearer: { issuer: 'a', audience: 'b', secret: 'shop'.repeat(8), identify: 'acme/identify' },
        authenticators: ['acme/keys'],
        session: {},
        required: true,
      },
      dependencies: {
        services: {
          'acme/check': (name: string, password: string) => (password === 'wonder' ? { id: name } : undefined),
          'acme/identify': () => undefined,
          'acme/keys': byKey,
        },
      },
    },
    session,
  )
  await app.check()
  expect([await ask(app, ADA), await ask(app, { 'x-key': '' })]).toEqual(['ada', 'machine'])
  expect(await ask(app)).toBe('Bearer, Basic realm="restricted", charset="UTF-8", Key, Cookie')
})

test.each<[string, object, RegExp]>([
  ['of the section', { required: 'yes' }, /authentication\.required \(.*\): "required" must be true or false/],
  [
    'of an authenticator',
    { basic: { users, realm: '"' } },
    /authentication\.basic \(.*\): basicAuthenticator\(\): "realm" must be/,
  ],
  [
    'for the keys of bearer',
    { bearer: { issuer: 'x', audience: 'y' } },
    /authentication\.bearer \(.*\): .*either "jwks" or "secret"/,
  ],
  [
    'that is unknown',
    { basics: { users } },
    /authentication\.basics \(.*\): unknown option "basics"\. Did you mean "basic"/,
  ],
  [
    'that is not a list',
    { authenticators: 'acme/keys' },
    /authentication\.authenticators \(.*\): "authenticators" must be a list/,
  ],
])('the error for a wrong option %s names its key and file', async (_what, authentication, message) => {
  const app = await application(() => ({ authentication }))
  await expect(app.check()).rejects.toThrow(message)
})

test('the section authentication has the options of API keys, which are read before tokens', async () => {
  const { key, digest } = await createApiKey({ prefix: 'acme' })
  const app = await application({
    authentication: {
      apiKeys: { prefix: 'acme', find: 'acme/find-key', header: 'X-API-Key' },
      bearer: { issuer: 'a', audience: 'b', secret: 'shop'.repeat(8) },
    },
    dependencies: {
      services: { 'acme/find-key': (given: string) => (given === digest ? { id: 'robot' } : undefined) },
    },
  })
  await app.check()
  expect(await ask(app, { authorization: `Bearer ${key}` })).toBe('robot')
  expect(await ask(app, { 'x-api-key': key })).toBe('robot')
  expect(await ask(app, { authorization: `Bearer ${key}0` })).toBe('Bearer error="invalid_token"')
  const wrong = await application(() => ({ authentication: { apiKeys: { prefix: 'acme', find: 'acme/find' } } }))
  await expect(wrong.check()).rejects.toThrow(/authentication\.apiKeys \(.*\): .*no service "acme\/find"/)
})

test('in the section authentication, loginPage may be the name of a service that is a function', async () => {
  const loginPage = (request: ServerRequest) => `${request.fullPath.slice(0, 3)}/log-in`
  const app = await application({
    authentication: { required: true, loginPage: 'acme/log-in-page', basic: { users } },
    dependencies: { services: { 'acme/log-in-page': loginPage } },
  } as Config)
  const { headers } = await app.request('/de/account', { headers: { accept: 'text/html' } })
  expect(headers.get('location')).toBe('/de/log-in?return=%2Fde%2Faccount')
})
