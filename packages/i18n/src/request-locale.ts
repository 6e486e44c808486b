import { type AttributeKey, attributeKey, type ServerRequest } from '@app/core'
import type { MessageValues, Translate } from './translations.ts'

/** Where the locale of a request may stand. */
export type LocaleSource = 'path' | 'query' | 'user' | 'cookie' | 'header'

/** The locale of a request. Its properties may change when the user of the request is known. */
export interface RequestLocale {
  /** The code of the locale, such as `de` or `pt-BR`: one of the locales of the application. */
  readonly code: string
  /** Where the locale was found. */
  readonly source: LocaleSource | 'default'
  /** Translates into the locale. */
  readonly t: Translate
  /** Returns the message of a key if there is one in the locale or in the default locale, else `undefined`. */
  find(key: string, values?: MessageValues): string | undefined
}

/**
 * The locale of a request, which `i18n()` has negotiated. Whoever reads it makes the response depend on the language: the
 * response then has `Content-Language`, and `Vary` if a header has decided. So read it before the response is sent, also
 * for a body that is streamed.
 */
export const LOCALE: AttributeKey<RequestLocale, 'locale'> = attributeKey('locale', { shared: '@app/i18n/locale' })

/**
 * Returns the function that translates into the language of a request.
 *
 * Throws a `UsageError` (`APP_ATTRIBUTE_MISSING`) without `i18n()` before.
 *
 * @example
 * app.get('/', (request) => text(translate(request)('welcome', { name: 'Ada' })))
 */
export function translate(request: ServerRequest<never> | ServerRequest): Translate {
  return request.attribute(LOCALE).t
}
