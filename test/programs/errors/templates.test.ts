import { configProvider as authentication } from '@app/authentication'
import { configProvider as authorization, REQUIRES } from '@app/authorization'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import {
  Application,
  configProvider as core,
  ErrorHandler,
  HttpError,
  Priority,
  ROUTER_SERVICE,
  type ServerRequest,
  text,
} from '@app/core'
import { configProvider as csrf } from '@app/csrf'
import { RATE_LIMIT, configProvider as rateLimit } from '@app/rate-limit'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { configProvider as securityHeaders } from '@app/security-headers'
import { configProvider as sessions } from '@app/session'
import { RENDERER_SERVICE, render, configProvider as templates } from '@app/view'
import { expect, test } from 'vitest'

/** Requests, and the status with which a guard, routing or a handler answers each of them. */
const REFUSED: readonly (readonly [path: string, init: RequestInit, status: number])[] = [
  ['/open', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } }, 403],
  ['/closed', {}, 401],
  ['/nowhere', {}, 404],
  ['/open', { method: 'DELETE' }, 405],
  ['/thrown', {}, 409],
  ['/broken', {}, 500],
  ['/limited', {}, 429],
  ['/%', {}, 400],
]

test('error pages may be templates, whichever guard, route or handler has refused the request', async () => {
  const template = (_name: string, data: unknown) => {
    const { app, status } = data as { status: number; app: { path: string; url(name: string): string } }
    return `${status} ${app.url('open')} ${app.path}`
  }
  const respond = (error: unknown, request: ServerRequest) => {
    const { status } = HttpError.is(error) ? error : { status: 500 }
    return render(request, 'error', { status }, { status })
  }
  const failing = (error: Error) => () => {
    throw error
  }
  const own = {
    session: { secret: 's'.repeat(32) },
    authentication: { authenticators: [{ authenticate: () => undefined, challenge: () => 'Basic' }] },
    authorization: { showMissing: true },
    dependencies: {
      services: { [ROUTER_SERVICE]: new FindMyWayRouter() },
      factories: { [RENDERER_SERVICE]: () => ({ render: template }) },
    },
    middleware_pipeline: {
      errors: { middleware: new ErrorHandler({ respond, listeners: [] }), priority: Priority.EARLY },
      steps: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE], priority: 1 },
    },
  }
  const providers = [core, templates, sessions, csrf, authentication, authorization, rateLimit, securityHeaders]
  const config = await resolveConfig(defineConfig([...providers, own]), { root: import.meta.dirname })
  const app = await createContainer(config).get(Application.SERVICE)
  const open = (path: string, error: Error) => app.get(path, failing(error)).set(REQUIRES, 'public')
  app.get('/open', () => text('x'), 'open').set(REQUIRES, 'public')
  app.post('/open', () => text('x')).set(REQUIRES, 'public')
  app.get('/closed', () => text('x'))
  open('/thrown', new HttpError(409))
  open('/broken', new Error('x'))
  open('/limited', new Error('x')).set(RATE_LIMIT, { limit: 1, window: 60, key: () => 'everybody' })
  await app.request('/limited')
  for (const [path, init, status] of REFUSED) {
    const response = await app.request(path, init)
    expect
      .soft([response.status, await response.text()])
      .toEqual([status, `${status} /open ${path === '/%' ? '/' : path}`])
  }
})
