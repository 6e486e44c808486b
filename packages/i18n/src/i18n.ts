import { SCHEMA_VALIDATOR } from '@app/body-parser'
import { type Middleware, type Provides, provides, type ServerRequest } from '@app/core'
import {
  beforeDispatch,
  beforeSending,
  checkOptions,
  forEveryResponse,
  OptionError,
  type OptionKind,
  optionKind,
} from '@app/core/extending'
import { localizedValidator } from './localized-validator.ts'
import { LocaleMatcher } from './matcher.ts'
import { NegotiatedLocale, type Negotiation } from './negotiated-locale.ts'
import { LOCALE, type LocaleSource } from './request-locale.ts'
import { arktypeMessages, type SchemaMessages, zodMessages } from './schema-messages.ts'
import { TRANSLATIONS_KINDS, Translations, type TranslationsOptions } from './translations.ts'

/** Options of `i18n`: those of `translations`, or `translations` themselves, and how the locale of a request is found. */
export interface I18nOptions extends TranslationsOptions {
  /** The translations, if code without a request uses them too. Default: made of the other options. */
  readonly translations?: Translations | undefined
  /**
   * Where the locale of a request is looked for, in this order. Default: `['path', 'user', 'cookie', 'header']`, where
   * `user` counts only with the option `user`.
   */
  readonly from?: readonly LocaleSource[] | undefined
  /** The name of the cookie with the locale. Default: `locale`. */
  readonly cookie?: string | undefined
  /** The name of the parameter of the query with the locale. Default: `locale`. */
  readonly query?: string | undefined
  /**
   * Returns the locale that the user of a request has chosen, from the session or the identity; `undefined` if there is
   * none. Called when a route is about to run, after all piped middleware.
   */
  readonly user?: ((request: ServerRequest) => UserLocale | Promise<UserLocale>) | undefined
  /** How messages of schema libraries are translated. Default: `zodMessages()` and `arktypeMessages()`. */
  readonly validation?: readonly SchemaMessages[] | undefined
}

/** The locale that a user has chosen, if any. */
export type UserLocale = string | null | undefined

/**
 * Middleware that finds the locale of each request, for `translate(request)`, for templates, and for the messages of
 * validation of `@app/endpoint` and `@app/view`.
 *
 * A response whose making has read the locale gets `Content-Language`, and `Vary` for the headers that have decided.
 * Throws what `translations` throws.
 *
 * @example
 * app.pipe(i18n({ catalogues: { en, de }, from: ['cookie', 'header'] }))
 */
export function i18n(options: I18nOptions = {}): Middleware & Provides<typeof LOCALE | typeof SCHEMA_VALIDATOR> {
  const { user, validation = [], ...checked } = checkOptions('i18n()', options, KINDS)
  const {
    from = user ? FROM : FROM.filter((source) => source !== 'user'),
    cookie = 'locale',
    query = 'locale',
  } = checked
  if (from.includes('user') && user === undefined) {
    throw new OptionError(
      'i18n()',
      'from',
      '"from" has "user", but there is no option "user": a function of the request.',
    )
  }
  const translations = translationsOf(checked)
  const how: Negotiation = { translations, matcher: new LocaleMatcher(translations.locales), from, cookie, query }
  const libraries = new Map([zodMessages(), arktypeMessages(), ...validation].map((each) => [each.vendor, each]))
  const asksUser = from.includes('user') ? user : undefined
  const middleware: Middleware = function i18n(request, handler) {
    const locale = new NegotiatedLocale(request, how)
    beforeSending(request, ({ headers }) => locale.say(headers))
    if (asksUser) {
      beforeDispatch(request, (_route, inner) => {
        if (!locale.needsUser) return undefined
        const chosen = asksUser(inner)
        if (chosen instanceof Promise) return chosen.then((later) => locale.choose(later)) as Promise<undefined>
        locale.choose(chosen)
        return undefined
      })
    }
    const validate = localizedValidator(locale, libraries, translations)
    return handler(request.withAttribute(LOCALE, locale).withAttribute(SCHEMA_VALIDATOR, validate))
  }
  return provides([LOCALE, SCHEMA_VALIDATOR], forEveryResponse(middleware))
}

function translationsOf({ translations, ...options }: I18nOptions): Translations {
  const { locales, default: main, catalogues, timeZone, onError } = options
  const own = Object.entries({ locales, default: main, catalogues, timeZone, onError }).filter(
    ([, value]) => value !== undefined,
  )
  if (translations === undefined) return new Translations(Object.fromEntries(own))
  const [twice] = own
  if (twice === undefined) return translations
  throw new OptionError(
    'i18n()',
    twice[0],
    `"${twice[0]}" is an option of translations(): the given translations have it.`,
  )
}

const SOURCES: readonly LocaleSource[] = ['path', 'query', 'user', 'cookie', 'header']
const FROM: readonly LocaleSource[] = ['path', 'user', 'cookie', 'header']

const NAME: OptionKind = {
  wants: 'a name of letters, digits, hyphens and underscores',
  accepts: (value) => typeof value === 'string' && /^[\w-]+$/.test(value),
}

export const KINDS: { readonly [K in keyof Required<I18nOptions>]: OptionKind } = {
  ...TRANSLATIONS_KINDS,
  translations: { wants: 'the result of translations()', accepts: (value) => value instanceof Translations },
  from: optionKind.listOf(optionKind.oneOf(...SOURCES)),
  cookie: NAME,
  query: NAME,
  user: optionKind.function,
  validation: optionKind.listOf(optionKind.withMethods('validate')),
}
