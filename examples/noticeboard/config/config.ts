import { configProvider as authentication } from '@app/authentication'
import { configProvider as authorization } from '@app/authorization'
import { autoload, defineConfig } from '@app/config'
import { configProvider as cookies } from '@app/cookies'
import { configProvider as core } from '@app/core'
import { configProvider as csrf } from '@app/csrf'
import { configProvider as health } from '@app/health'
import { configProvider as idempotency } from '@app/idempotency'
import { configProvider as jobs } from '@app/jobs'
import { configProvider as openTelemetry } from '@app/opentelemetry'
import { configProvider as rateLimit } from '@app/rate-limit'
import { configProvider as securityHeaders } from '@app/security-headers'
import { configProvider as session } from '@app/session'
import { configProvider as staticFiles } from '@app/static'
import { configProvider as accounts } from '../src/accounts/provider.ts'
import { configProvider as admin } from '../src/admin/provider.ts'
import { configProvider as api } from '../src/api/provider.ts'
import { configProvider as attachments } from '../src/attachments/provider.ts'
import { configProvider as database } from '../src/database/provider.ts'
import { configProvider as graphql } from '../src/graphql/provider.ts'
import { configProvider as housekeeping } from '../src/housekeeping/provider.ts'
import { configProvider as mail } from '../src/mail/provider.ts'
import { configProvider as news } from '../src/news/provider.ts'
import { configProvider as notices } from '../src/notices/provider.ts'
import { configProvider as redis } from '../src/redis/provider.ts'
import { configProvider as sessions } from '../src/sessions/provider.ts'
import { configProvider as teams } from '../src/teams/provider.ts'

export default defineConfig([
  core,
  authentication,
  authorization,
  cookies,
  csrf,
  health,
  idempotency,
  jobs,
  openTelemetry,
  rateLimit,
  securityHeaders,
  session,
  staticFiles,
  database,
  housekeeping,
  mail,
  sessions,
  accounts,
  teams,
  notices,
  attachments,
  news,
  admin,
  api,
  graphql,
  redis,
  autoload('config/autoload'),
])
