import { modeOf } from '@app/core/extending'

/**
 * True if the program runs in development: `APP_ENV`, else `NODE_ENV`, is `development`. Without either variable, and
 * on a platform without environment variables, the result is `false`, as in production.
 */
export function isDevelopment(): boolean {
  return environment() === 'development'
}

/**
 * Returns a secret that lasts as long as this process, for programs without a secret in development and in tests, also
 * those of `node --test`; `undefined` elsewhere. In development, the first call prints a warning that says how to set a lasting secret.
 *
 * @example
 * const secret = process.env.APP_SECRET ?? passingSecret()
 */
export function passingSecret(): string | undefined {
  const name = environment()
  if (name !== 'development' && name !== 'test') return undefined
  if (passing === undefined) {
    passing = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16)).join('-')
    if (name === 'development') console.warn(LASTS_SHORTLY)
  }
  return passing
}

/** The sentence in errors and warnings that says how to set a secret. */
export const WRITE_SECRET: string =
  'Put APP_SECRET into .env, and into the environment of the server, with what "openssl rand -base64 32" prints.'

let passing: string | undefined

const LASTS_SHORTLY = `APP_SECRET is not set, so that cookies are signed and sealed with a random secret that is lost when this process ends. ${WRITE_SECRET}`

function environment(): string {
  const { process } = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> }
  }
  try {
    return process?.env?.APP_ENV || modeOf(process?.env ?? {}) || ''
  } catch {
    // Deno throws without the permission to read the environment.
    return ''
  }
}
