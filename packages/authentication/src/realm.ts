import type { OptionKind } from '@app/core/extending'

/**
 * The values that the option `realm` accepts: strings that need no escaping in a header. Source: RFC 9110 section 11.5.
 */
export const REALM: OptionKind = {
  wants: 'a string of printable ASCII without quotes and backslashes',
  accepts: (value) => typeof value === 'string' && /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/.test(value),
}

/** Returns the challenge of a scheme, with the realm if one is set. */
export function challengeOf(scheme: string, realm: string | undefined, ...parameters: readonly string[]): string {
  const all = realm === undefined ? parameters : [`realm="${realm}"`, ...parameters]
  return all.length === 0 ? scheme : `${scheme} ${all.join(', ')}`
}
