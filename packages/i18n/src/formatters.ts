import type { IntlMessageFormat } from 'intl-messageformat'

/** The formatters of numbers, dates and plurals that messages share. */
export type IntlFormatters = NonNullable<NonNullable<ConstructorParameters<typeof IntlMessageFormat>[3]>['formatters']>

/**
 * Makes formatters that all messages share: each is made once for a locale and a format. Formats come from messages, so
 * their number is limited.
 */
export function formattersFor(timeZone: string | undefined): IntlFormatters {
  return {
    getNumberFormat: once((locales, options) => new Intl.NumberFormat(locales, options)),
    getPluralRules: once((locales, options) => new Intl.PluralRules(locales, options)),
    getDateTimeFormat: once((locales, options) => new Intl.DateTimeFormat(locales, { timeZone, ...options })),
  } as IntlFormatters
}

function once<T>(make: (locales: string[], options: object) => T): (locales: string[], options: object) => T {
  const made = new Map<string, T>()
  return (locales, options) => {
    const name = JSON.stringify([locales, options])
    const formatter = made.get(name) ?? make(locales, options)
    made.set(name, formatter)
    return formatter
  }
}
