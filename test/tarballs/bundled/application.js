import { autoload, defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { COOKIES, configProvider as cookies } from '@app/cookies'
import { Application, configProvider as core, ErrorHandler, json } from '@app/core'
import { developmentErrorResponder } from '@app/development'
import { configProvider as health } from '@app/health'
import { openApiPage } from '@app/openapi'
import { configProvider as securityHeaders } from '@app/security-headers'
import { Router } from './router.js'

const own = {
  cookies: { secret: 'bundled'.repeat(5) },
  dependencies: {
    invokables: { '@app/router/RouterInterface': Router },
    services: { 'acme/errors': new ErrorHandler({ respond: developmentErrorResponder() }) },
    factories: {
      'acme/user': (container) => (request) => {
        request.attribute(COOKIES).set('seen', request.params.id, { signed: true })
        return json({ id: request.params.id, greeting: container.get('config').greeting, long: 'x'.repeat(2_000) })
      },
    },
  },
  middleware_pipeline: {
    errors: { middleware: 'acme/errors', priority: 10_000 },
    routing: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] },
  },
  routes: [
    { path: '/users/{id}', middleware: 'acme/user', allowed_methods: ['GET'] },
    { path: '/docs', middleware: openApiPage({ url: '/openapi.json' }), allowed_methods: ['GET'] },
  ],
}

/** The bundle contains the packages and this code; the settings are read from a file beside the bundle. */
export async function createApplication(...more) {
  const definition = defineConfig([core, cookies, health, securityHeaders, ...more, own, autoload('settings')])
  const config = await resolveConfig(definition, { root: process.cwd() })
  return createContainer(config).get(Application.SERVICE)
}
