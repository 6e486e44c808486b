import { modeOf } from '@app/core/extending'

/**
 * True if the program runs in development: `APP_ENV`, else `NODE_ENV`, is `development`. Without either variable, and
 * on a platform without environment variables, the result is `false`, as in production.
 */
export function isDevelopment(): boolean {
  return environment() === 'development'
}

/** The sentence in errors that says how to set a secret. */
export const WRITE_SECRET: string =
  'Put APP_SECRET into .env, and into the environment of the server, with what "openssl rand -base64 32" prints.'

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
