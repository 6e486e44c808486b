import type { OptionKind } from '@app/core/extending'

/**
 * One secret, or several for rotation: the first one signs and seals new cookies, and cookies made with any of them are
 * accepted.
 */
export type Secrets = string | readonly string[]

/** The kind of an option whose value is one or several secrets, for `checkOptions`. */
export const secretKind: OptionKind = {
  wants: 'a secret of at least 32 characters, as "openssl rand -base64 32" prints, or a list of such secrets',
  accepts: (value) => secretList(value).length > 0 && secretList(value).every(isSecret),
}

/**
 * Returns one or several secrets as a list, without `undefined`, and without `null`, which `env('APP_SECRET_OLD',
 * null)` returns if the variable is not set.
 *
 * @example
 * const secrets = secretList('a secret of at least 32 characters')
 */
export function secretList(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((secret) => secret !== null && secret !== undefined)
}

function isSecret(value: unknown): boolean {
  return typeof value === 'string' && value.length >= 32
}
