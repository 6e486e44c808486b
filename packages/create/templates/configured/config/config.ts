import { configProvider as authentication } from '@app/authentication' // if log-in
import { configProvider as atOthers } from '@app/authentication-oidc' // if authentication-oidc
import { configProvider as authorization } from '@app/authorization' // if log-in
import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'
import { configProvider as csrf } from '@app/csrf' // if pages
import { configProvider as health } from '@app/health'
import { configProvider as i18n } from '@app/i18n' // if i18n
import { configProvider as jobs } from '@app/jobs' // if jobs
import { configProvider as rateLimit } from '@app/rate-limit' // if log-in
import { configProvider as securityHeaders } from '@app/security-headers'
import { configProvider as session } from '@app/session' // if log-in
import { configProvider as staticFiles } from '@app/static' // if pages
import { configProvider as transactions } from '@app/transactions' // if transactions

export default defineConfig([
  // If two sources set the same key, the later source wins.
  core,
  health,
  securityHeaders,
  rateLimit, // if log-in
  staticFiles, // if pages
  session, // if log-in
  csrf, // if pages
  authentication, // if log-in
  authorization, // if log-in
  atOthers, // if authentication-oidc
  transactions, // if transactions
  jobs, // if jobs
  i18n, // if i18n
  autoload('config/autoload'),
])
