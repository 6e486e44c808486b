import { CommandError } from '../command.ts'

/** The packages of this scope that an application adds, without the scope. */
export const OURS: readonly string[] = [
  ...[
    'authentication',
    'authentication-oidc',
    'authorization',
    'compression',
    'cookies',
    'cors',
    'csrf',
    'endpoint',
    'event-stream',
    'health',
    'i18n',
    'idempotency',
  ],
  ...['inspector', 'jobs', 'mount', 'openapi', 'opentelemetry', 'problem-details', 'rate-limit', 'router-find-my-way'],
  ...['router-rou3', 'router-trouter', 'security-headers', 'session', 'static', 'transactions', 'uploads', 'view'],
  ...['view-eta', 'view-handlebars', 'webhooks', 'websocket'],
]

/**
 * Throws `CommandError` for a package of somebody else that has the name of one of ours without the scope: `cors` on npm
 * is middleware of Express.
 */
export function refuseNamesake(name: string | undefined): void {
  if (name === undefined || !OURS.includes(name)) return
  throw CommandError.wrongUse(
    `${name} is not a package for app add. Did you mean @app/${name}? ` +
      `If you want ${name} itself, install it without app: npm install ${name}.`,
  )
}
