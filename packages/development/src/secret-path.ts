import { isSecretName } from './secrets.ts'

/**
 * True if the keys that lead to a value of a configuration suggest that the value is a secret, such as `mail.password`.
 *
 * Names that people give to entries, services, routes, roles and placeholders suggest nothing, and neither do the names
 * of sections and of metadata of packages: `authorization.permissions.tokenAdmin` has names of routes.
 */
export function isSecretPath(path: readonly (string | number)[]): boolean {
  return path.some((key, at) => typeof key === 'string' && !isGivenName(path, at) && isSecretName(key))
}

function isGivenName([section, second, third, fourth]: readonly (string | number)[], at: number): boolean {
  switch (section) {
    case 'middleware_pipeline':
      return at === 1
    case 'dependencies':
      return at === 1 || (at === 2 && second !== 'services')
    case 'routes':
      if (third === 'metadata') return at === 1 || at === 3 || fourth === '@app/authorization'
      return at === 1 || (third === 'options' && fourth === 'tokens')
    case 'authorization':
      return true
    case 'authentication':
      return at === 1
    default:
      return at === 0 && (section === 'cookies' || section === 'csrf')
  }
}
