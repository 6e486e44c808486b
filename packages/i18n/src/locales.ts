import { ConfigurationError } from '@app/core/extending'

/**
 * Returns the canonical form of the code of a locale, such as `pt-BR` for `pt-br`; `undefined` for a string that is not
 * the code of a locale. Source: BCP 47.
 */
export function canonicalLocale(code: unknown): string | undefined {
  if (typeof code !== 'string' || code.length > LONGEST) return undefined
  try {
    return Intl.getCanonicalLocales(code)[0]
  } catch {
    return undefined
  }
}

/** Returns a locale and the more general ones in which its messages may stand: `de-AT` and `de`. */
export function fallbacksOf(locale: string): readonly string[] {
  const parts = locale.split('-')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
}

/** Checks the locales of an application, and returns their canonical codes: the default locale first. */
export function checkLocales(given: readonly string[], wanted: string | undefined): readonly string[] {
  const codes = given.map((code) => {
    const canonical = canonicalLocale(code)
    if (canonical !== undefined) return canonical
    throw invalidLocale(`"${code}" is not the code of a language. Write one of BCP 47, such as "de" or "pt-BR".`)
  })
  const [first, ...others] = [...new Set(codes)]
  if (first === undefined) throw invalidLocale('the list "locales" is empty. Write one at least: locales: ["en"].')
  if (wanted === undefined) return [first, ...others]
  const main = canonicalLocale(wanted)
  if (main !== undefined && codes.includes(main)) return [...new Set([main, ...codes])]
  throw invalidLocale(`the default "${wanted}" is not among the locales ${codes.join(', ')}. Add it to "locales".`)
}

function invalidLocale(problem: string): ConfigurationError {
  return new ConfigurationError('APP_LOCALE', `i18n: ${problem}`)
}

/** No registered tag without extensions is longer. Source: RFC 5646 section 4.4.1. */
const LONGEST = 35
