import { ConfigurationError, UsageError } from '@app/core/extending'

/** Makes the error for a cookie that cannot be set. The message names the cookie, and never shows its value. */
export function invalidCookie(cookie: string, problem: string): UsageError {
  return new UsageError('APP_COOKIE', messageOf(cookie, problem))
}

/** Makes the error for a cookie that is to be signed, sealed or read, if there is no secret. */
export function withoutSecret(cookie: string): ConfigurationError {
  return new ConfigurationError('APP_COOKIE_SECRET', messageOf(cookie, NO_SECRET))
}

function messageOf(cookie: string, problem: string): string {
  return `The cookie ${JSON.stringify(cookie)}: ${problem}`
}

const NO_SECRET =
  'there is no secret to sign or seal with. Write cookies({ secret: process.env.APP_SECRET }), or by configuration ' +
  'set the environment variable APP_SECRET.'
