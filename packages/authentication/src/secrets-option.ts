import { OptionError, type OptionKind, passingSecret } from '@app/core/extending'

/** A secret of at least 32 characters, or a list of such secrets: the first seals, and each of them opens. */
type Secrets = string | readonly (string | null)[]

/** Returns the secrets as a list. Throws an `OptionError` if there is none, except in development and in tests. */
export function secretsOf(owner: string, given: Secrets | undefined): readonly string[] {
  const secrets = listOf(given)
  const passing = secrets.length === 0 ? passingSecret('APP_SECRET') : undefined
  const all = passing === undefined ? secrets : [passing]
  if (all.length > 0) return all
  const advice = 'Set APP_SECRET to what "openssl rand -base64 32" prints, and give it as "secret".'
  throw new OptionError(owner, 'secret', `"secret" is missing. ${advice}`)
}

/** Returns the secrets as a list, without those that `env('APP_SECRET_OLD', null)` has not found. */
function listOf(given: unknown): readonly string[] {
  return [given].flat().filter((secret) => secret !== null && secret !== undefined) as string[]
}

export const SECRETS: OptionKind = {
  wants: 'a secret of at least 32 characters, as "openssl rand -base64 32" prints, or a list of such secrets',
  accepts: (value) => listOf(value).every((secret) => typeof secret === 'string' && secret.length >= 32),
}
