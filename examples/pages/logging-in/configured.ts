import { configProvider as authentication } from '@app/authentication'
import { configProvider as authorization } from '@app/authorization'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, configProvider as core } from '@app/core'
import { configProvider as csrf } from '@app/csrf'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { configProvider as session } from '@app/session'
import own from './config.ts'

const router = { dependencies: { services: { '@app/router/RouterInterface': new FindMyWayRouter() } } }
const steps = {
  middleware_pipeline: {
    routing: { middleware: Application.ROUTING_MIDDLEWARE },
    dispatch: { middleware: Application.DISPATCH_MIDDLEWARE },
  },
}

/** The content of `config/config.ts` after `app add` was called for session, csrf, authentication and authorization. */
const config = defineConfig([core, session, csrf, authentication, authorization, router, steps, own])

export const configured: Application = createContainer(
  await resolveConfig(config, { env: { APP_SECRET: 'only for the tests of this page, 7' } }),
).get(Application.SERVICE)
