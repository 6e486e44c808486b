import {
  ConfigurationError,
  checkOptions,
  isWatched,
  modeOf,
  nearest,
  type OptionKind,
  optionKind,
  UsageError,
} from '@app/core/extending'
import { IntlMessageFormat } from 'intl-messageformat'
import { type Catalogue, flat, type MessageKey, oddPlace } from './catalogue.ts'
import { formattersFor, type IntlFormatters } from './formatters.ts'
import { checkLocales, fallbacksOf } from './locales.ts'

/** A value for a placeholder of a message. */
export type MessageValue = string | number | bigint | boolean | Date | null | undefined

/** Values for the placeholders of a message, by name. */
export type MessageValues = Readonly<Record<string, MessageValue>>

/** Returns the message of a key in one language: `t('note.count', { count: 3 })`. The result is plain text. */
export type Translate = (key: MessageKey, values?: MessageValues) => string

/** Options of `translations`. */
export interface TranslationsOptions {
  /** The codes of all locales, by BCP 47. Default: those of `catalogues`, and `en` if there are none. */
  readonly locales?: readonly string[] | undefined
  /** The locale of requests for which none other fits, whose messages replace missing ones. Default: the first one. */
  readonly default?: string | undefined
  /** The messages by locale. Those of a locale that is not in `locales` are not used. Default: none. */
  readonly catalogues?: Readonly<Record<string, Catalogue>> | undefined
  /** The time zone of dates and times in messages, such as `Europe/Vienna`. Default: that of the process. */
  readonly timeZone?: string | undefined
  /**
   * Called once for each message that is missing or lacks a value (`APP_MESSAGE`), or that is not ICU syntax
   * (`APP_MESSAGE_SYNTAX`). Default: throws in tests, and prints the error elsewhere.
   */
  readonly onError?: ((error: Error) => void) | undefined
}

/**
 * Makes the translations of an application, for `i18n({ translations })` and for code without a request, such as that
 * of mails.
 *
 * In development and tests all messages are read at once. Throws an `OptionError` for an unknown or invalid option, and a
 * `ConfigurationError` for an invalid locale (`APP_LOCALE`) or for a message that is not ICU syntax (`APP_MESSAGE_SYNTAX`).
 *
 * @example
 * const texts = translations({ catalogues: { en: { welcome: 'Welcome, {name}!' }, de: { welcome: 'Willkommen, {name}!' } } })
 * texts.translator('de')('welcome', { name: 'Ada' }) // Willkommen, Ada!
 */
export function translations(options: TranslationsOptions = {}): Translations {
  return new Translations(checkOptions('translations()', options, TRANSLATIONS_KINDS))
}

/** The messages of an application in all its locales. `translations()` makes it. */
export class Translations {
  /** The canonical codes of the locales, the default first. */
  readonly locales: readonly string[]
  readonly #texts: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly #formats = new Map<string, IntlMessageFormat | undefined>()
  readonly #translators = new Map<string, Translate>()
  readonly #formatters: IntlFormatters
  readonly #onError: (error: Error) => void
  readonly #reported = new Set<string>()

  /** @internal */
  constructor(options: TranslationsOptions) {
    const { catalogues = {}, timeZone, onError } = options
    const codes = Object.keys(catalogues)
    this.locales = checkLocales(options.locales ?? (codes.length === 0 ? ['en'] : codes), options.default)
    this.#texts = new Map(
      Object.entries(catalogues).map(([code, catalogue]) => {
        const [canonical = code] = checkLocales([code], undefined)
        return [canonical, flat(catalogue)]
      }),
    )
    this.#formatters = formattersFor(timeZone)
    this.#onError = onError ?? (isTest() ? throwError : printError)
    if (isWatched()) this.#readAll()
  }

  /** The default locale. */
  get default(): string {
    return this.locales[0] as string
  }

  /**
   * Returns the function that translates into a locale. It falls back from `de-AT` to `de`, and to the default locale.
   * A key that has no message there either is returned as it is. Throws a `ConfigurationError` (`APP_LOCALE`) for a
   * string that is not the code of a locale.
   */
  translator(locale: string): Translate {
    const made = this.#translators.get(locale)
    if (made) return made
    const [code = locale] = checkLocales([locale], undefined)
    const translate: Translate = (key, values) => this.#translate(code, key, values)
    // Only the locales of the application, so that a program cannot keep one for each string that it is asked for.
    if (this.locales.includes(locale)) this.#translators.set(locale, translate)
    return translate
  }

  /** Returns the message of a key if there is one in the locale, the default locale or their fallbacks, else `undefined`. */
  find(locale: string, key: string, values?: MessageValues): string | undefined {
    for (const code of [...fallbacksOf(locale), ...fallbacksOf(this.default)]) {
      const text = this.#texts.get(code)?.get(key)
      const format = text === undefined ? undefined : this.#formatOf(code, key, text)
      if (text !== undefined && format !== undefined) return this.#formatted(code, key, format, text, values)
    }
    return undefined
  }

  #translate(locale: string, key: string, values: MessageValues | undefined): string {
    if (!fallbacksOf(locale).some((code) => this.#texts.get(code)?.has(key))) this.#reportMissing(locale, key)
    return this.find(locale, key, values) ?? key
  }

  #formatted(
    locale: string,
    key: string,
    format: IntlMessageFormat,
    text: string,
    values: MessageValues | undefined,
  ): string {
    try {
      return String(format.format(values as never))
    } catch (cause) {
      const problem = `The message "${key}" in ${locale} cannot be written: ${(cause as Error).message}`
      this.#report(`${locale} ${key} values`, new UsageError('APP_MESSAGE', problem, { cause }))
      return text
    }
  }

  /** Returns the message as the library has read it; `undefined` if the library cannot, which is reported. */
  #formatOf(locale: string, key: string, text: string): IntlMessageFormat | undefined {
    const name = `${locale} ${key}`
    if (this.#formats.has(name)) return this.#formats.get(name)
    let format: IntlMessageFormat | undefined
    try {
      format = this.#read(locale, key, text)
    } catch (error) {
      this.#report(name, error as Error)
    }
    this.#formats.set(name, format)
    return format
  }

  #read(locale: string, key: string, text: string): IntlMessageFormat {
    try {
      // Tags stay text: what a message contains is for a view to escape.
      return new IntlMessageFormat(text, locale, undefined, { ignoreTag: true, formatters: this.#formatters })
    } catch (cause) {
      const problem = `The message "${key}" in ${locale} is not ICU syntax: ${(cause as Error).message} in "${text}".`
      throw new ConfigurationError('APP_MESSAGE_SYNTAX', `${problem} Braces in text are written '{' and '}'.`, {
        cause,
      })
    }
  }

  #readAll(): void {
    for (const [locale, texts] of this.#texts) {
      for (const [key, text] of texts) this.#formats.set(`${locale} ${key}`, this.#read(locale, key, text))
    }
  }

  #reportMissing(locale: string, key: string): void {
    const defaults = fallbacksOf(this.default)
    const near = nearest(
      key,
      defaults.flatMap((code) => [...(this.#texts.get(code)?.keys() ?? [])]),
    )
    const elsewhere = defaults.find((code) => this.#texts.get(code)?.has(key))
    const hint = elsewhere
      ? `The one in ${elsewhere} is used.`
      : near === undefined
        ? 'Add it to the catalogues.'
        : `Did you mean "${near}"?`
    this.#report(`${locale} ${key}`, new UsageError('APP_MESSAGE', `No message "${key}" in ${locale}. ${hint}`))
  }

  /** Reports an error once. Keys may be made of what clients send, so only so many are remembered. */
  #report(name: string, error: Error): void {
    if (this.#onError !== throwError) {
      if (this.#reported.has(name) || this.#reported.size >= MOST_REPORTED) return
      this.#reported.add(name)
    }
    this.#onError(error)
  }
}

const MOST_REPORTED = 1_000

function throwError(error: Error): never {
  throw error
}

function printError(error: Error): void {
  console.error(error.message)
}

function isTest(): boolean {
  return isWatched() && modeOf((globalThis as unknown as Program).process.env) === 'test'
}

interface Program {
  readonly process: { readonly env: Readonly<Record<string, string | undefined>> }
}

export const TRANSLATIONS_KINDS: { readonly [K in keyof Required<TranslationsOptions>]: OptionKind } = {
  locales: optionKind.listOf(optionKind.text),
  default: optionKind.text,
  catalogues: {
    wants: 'a map of catalogues by locale, whose messages are strings, such as { en: { welcome: "Welcome!" } }',
    accepts: (value) => typeof value === 'object' && oddPlace(value) === undefined,
    got: (value) => {
      const place = oddPlace(value)
      return place ? `a value at "${place}" that is neither a string nor a map` : undefined
    },
  },
  timeZone: { wants: 'a time zone such as "Europe/Vienna"', accepts: isTimeZone },
  onError: optionKind.function,
}

function isTimeZone(value: unknown): boolean {
  try {
    return typeof value === 'string' && Boolean(new Intl.DateTimeFormat('en', { timeZone: value }))
  } catch {
    return false
  }
}
