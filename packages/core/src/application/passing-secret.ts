import { modeOf } from '@app/checks'

/**
 * Returns a secret in place of an environment variable that is not set: in development and in tests a random secret that
 * lasts as long as this process, elsewhere `undefined`. So an application whose `.env` is not read, as in tests, starts
 * without the secret of a package, and a server does not.
 *
 * The secret of a variable is the same at each call. It has 64 characters. In development, the first call prints a
 * warning that says how to set a lasting secret. Development and tests are those of `APP_ENV`, else of
 * `NODE_ENV`; a program of `node --test` is a test as well.
 *
 * @example
 * const secret = section.secret ?? passingSecret('ACME_AUDIT_KEY')
 */
export function passingSecret(variable: string): string | undefined {
  const name = environment()
  if (name !== 'development' && name !== 'test') return undefined
  const known = passing.get(variable)
  if (known !== undefined) return known
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const secret = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  passing.set(variable, secret)
  if (name === 'development') {
    console.warn(
      `${variable} is not set, so a random secret is used, which is lost when this process ends. Put ${variable} into ` +
        '.env, and into the environment of the server, with what "openssl rand -base64 32" prints.',
    )
  }
  return secret
}

/** The secrets that were made, by the names of their variables. */
const passing = new Map<string, string>()

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
