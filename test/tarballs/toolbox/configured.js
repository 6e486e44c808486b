import { configProvider as authentication } from '@app/authentication'
import { configProvider as compression } from '@app/compression'
import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { COOKIES, configProvider as cookies } from '@app/cookies'
import { Application, configProvider as core, text } from '@app/core'
import { configProvider as cors } from '@app/cors'
import { configProvider as csrf } from '@app/csrf'
import { configProvider as health } from '@app/health'
import { configProvider as openTelemetry } from '@app/opentelemetry'
import { configProvider as rateLimit } from '@app/rate-limit'
import { configProvider as securityHeaders } from '@app/security-headers'
import { SESSION, configProvider as session, sessionKey } from '@app/session'

/**
 * An application with ten packages of the toolbox, which are added by their providers alone. The providers are listed
 * in another order than their middleware has in the pipeline.
 */
const own = {
  rate_limit: { key: () => 'everybody' },
  middleware_pipeline: {
    own: {
      middleware: (request) => {
        request.attribute(COOKIES).set('signed', '7', { signed: true })
        request.attribute(SESSION).set(sessionKey('user id'), 7)
        return text('Hello!')
      },
    },
  },
}
const config = await resolveConfig(
  defineConfig([
    core,
    authentication,
    compression,
    cors,
    csrf,
    health,
    openTelemetry,
    rateLimit,
    session,
    securityHeaders,
    cookies,
    own,
  ]),
  {
    env: { APP_SECRET: 'toolbox'.repeat(5) },
  },
)
const app = createContainer(config).get(Application.SERVICE)
await app.check()
const answer = await app.fetch(new Request('https://localhost/'))
const names = answer.headers.getSetCookie().map((header) => header.split('=')[0])
console.log(JSON.stringify([app.describe().items.map(({ entry }) => entry.key.split('.')[1]), names]))
