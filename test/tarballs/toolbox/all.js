import { tryAuthentication } from './try-authentication.js'
import { tryAuthenticationOidc } from './try-authentication-oidc.js'
import { tryAuthorization } from './try-authorization.js'
import { tryBodyParser } from './try-body-parser.js'
import { tryClient } from './try-client.js'
import { tryCompression } from './try-compression.js'
import { tryContentDisposition } from './try-content-disposition.js'
import { tryCookies } from './try-cookies.js'
import { tryCors } from './try-cors.js'
import { tryCsrf } from './try-csrf.js'
import { tryDevelopment } from './try-development.js'
import { tryEndpoint } from './try-endpoint.js'
import { tryEventStream } from './try-event-stream.js'
import { tryHealth } from './try-health.js'
import { tryI18n } from './try-i18n.js'
import { tryIdempotency } from './try-idempotency.js'
import { tryJobs } from './try-jobs.js'
import { tryMount } from './try-mount.js'
import { tryOpenApi } from './try-openapi.js'
import { tryOpenTelemetry } from './try-opentelemetry.js'
import { tryRateLimit } from './try-rate-limit.js'
import { trySecurityHeaders } from './try-security-headers.js'
import { trySession } from './try-session.js'
import { tryTransactions } from './try-transactions.js'
import { tryUploads } from './try-uploads.js'
import { tryView } from './try-view.js'
import { tryWebhooks } from './try-webhooks.js'

/**
 * The output of the program of each package of the toolbox, except `connect` and `static`. It has to be the same on
 * every runtime.
 */
export async function tryAll() {
  return {
    authentication: await tryAuthentication(),
    'authentication-oidc': await tryAuthenticationOidc(),
    authorization: await tryAuthorization(),
    'body-parser': await tryBodyParser(),
    client: await tryClient(),
    compression: await tryCompression(),
    'content-disposition': await tryContentDisposition(),
    cookies: await tryCookies(),
    cors: await tryCors(),
    csrf: await tryCsrf(),
    development: await tryDevelopment(),
    endpoint: await tryEndpoint(),
    'event-stream': await tryEventStream(),
    health: await tryHealth(),
    i18n: await tryI18n(),
    idempotency: await tryIdempotency(),
    jobs: await tryJobs(),
    openapi: await tryOpenApi(),
    opentelemetry: await tryOpenTelemetry(),
    mount: await tryMount(),
    'rate-limit': await tryRateLimit(),
    'security-headers': await trySecurityHeaders(),
    session: await trySession(),
    transactions: await tryTransactions(),
    uploads: await tryUploads(),
    view: await tryView(),
    webhooks: await tryWebhooks(),
  }
}
