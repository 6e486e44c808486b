/**
 * The packages of the toolbox. The tests of the tarballs install them and try them on several runtimes; the rehearsals
 * install all of them by each package manager.
 */
export const TOOLBOX = [
  '@app/authentication',
  '@app/authentication-oidc',
  '@app/authorization',
  '@app/body-parser',
  '@app/client',
  '@app/compression',
  '@app/connect',
  '@app/content-disposition',
  '@app/cookies',
  '@app/cors',
  '@app/csrf',
  '@app/development',
  '@app/endpoint',
  '@app/event-stream',
  '@app/health',
  '@app/i18n',
  '@app/idempotency',
  '@app/mount',
  '@app/openapi',
  '@app/opentelemetry',
  '@app/problem-details',
  '@app/rate-limit',
  '@app/security-headers',
  '@app/session',
  '@app/static',
  '@app/uploads',
  '@app/view',
  '@app/webhooks',
] as const
