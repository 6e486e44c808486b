import {
  authentication,
  configProvider as authenticationProvider,
  basicAuthenticator,
  bearerAuthenticator,
  sessionAuthenticator,
} from '@app/authentication'
import { authorization, configProvider as authorizationProvider, REQUIRES } from '@app/authorization'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, configProvider as core, text } from '@app/core'
import { openApiDocument } from '@app/openapi'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { session } from '@app/session'
import { expect, test } from 'vitest'

const secret = 'a secret of thirty-two characters'
const bearer = bearerAuthenticator({ issuer: 'https://issuer.example', audience: 'notes', secret })
const basic = basicAuthenticator({ users: [{ id: 'ada', password: 'x' }] })
const page = () => text('')
const INFO = { title: 'Notes', version: '1.0.0' }

async function documented(app: Application) {
  const { paths, components } = await openApiDocument(app, INFO)
  const security = Object.entries(paths).map(([path, { get }]) => [path, get?.security])
  return { ...Object.fromEntries(security), schemes: components?.securitySchemes }
}

test('an OpenAPI document names the ways to log in and the routes that need them, as found in the middleware before the routes', async () => {
  const app = new Application({ router: new FindMyWayRouter() })
    .pipe(session({ secret, name: 'visit' }))
    .pipe(authentication({ authenticators: [bearer, sessionAuthenticator()] }))
    .pipe(authorization())
  app.get('/open', page).set(REQUIRES, 'public')
  app.get('/closed', page).set(REQUIRES, { roles: ['editor'] })
  app.get('/unsaid', page)
  const either = [{ bearer: [] }, { session: [] }]
  expect(await documented(app)).toEqual({
    '/open': [],
    '/closed': either,
    '/unsaid': either,
    schemes: {
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      session: { type: 'apiKey', in: 'cookie', name: '__Host-visit' },
    },
  })
})

test('the OpenAPI document requires a log-in for the routes of an application behind a guard, and for a route with its own guard', async () => {
  const inside = new Application({ router: new FindMyWayRouter() })
  inside.get('/notes', page)
  const app = new Application({ router: new FindMyWayRouter() })
    .pipe('/admin', authentication({ authenticators: [basic], required: true }))
    .pipe('/admin', inside)
    .pipe('/elsewhere', inside)
  app.get('/admins', page)
  app.get('/own', [authentication({ authenticators: [bearer], required: true, loginPage: '/log-in' }), page])
  expect(await documented(app)).toEqual({
    '/admin/notes': [{ basic: [] }],
    '/elsewhere/notes': undefined,
    '/admins': undefined,
    '/own': [{ bearer: [] }],
    schemes: {
      basic: { type: 'http', scheme: 'basic' },
      bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    },
  })
})

test('the OpenAPI document of a configured application names the log-in of a route, and the option `security` overrides it', async () => {
  const own = {
    dependencies: {
      services: { '@app/router/RouterInterface': new FindMyWayRouter() },
      factories: { page: () => page },
    },
    middleware_pipeline: { steps: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] } },
    authentication: { basic: { users: [{ id: 'ada', password: 'x' }] } },
    authorization: { otherwise: 'authenticated' },
    routes: [{ path: '/notes', middleware: 'page', allowed_methods: ['GET'] }],
  }
  const config = defineConfig([core, authenticationProvider, authorizationProvider, () => own])
  const app = createContainer(await resolveConfig(config)).get<Application>(Application.SERVICE)
  expect(await documented(app)).toMatchObject({ '/notes': [{ basic: [] }] })
  const { paths } = await openApiDocument(app, { ...INFO, security: () => [] })
  expect(paths['/notes']?.get?.security).toEqual([])
})
