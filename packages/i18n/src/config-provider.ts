import type { ConfigProvider, Container, Middleware, ServerRequest, ServiceName } from '@app/core'
import { type ConfigSection, checkService, fromSection } from '@app/core/extending'
import { type I18nOptions, i18n, type UserLocale } from './i18n.ts'
import type { SchemaMessages } from './schema-messages.ts'
import { type Translations, translations } from './translations.ts'

/** The name of the service that is the middleware `i18n()`. */
export const I18N_SERVICE: ServiceName<Middleware> = '@app/i18n'

/** The name of the service with the translations, for code without a request, such as that of mails. */
export const TRANSLATIONS_SERVICE: ServiceName<Translations> = '@app/i18n/translations'

/**
 * The section `i18n`: the options of `i18n()` without `translations`. `user` and the items of `validation` may also be
 * names of services. Packages add their catalogues to it; those of the application, which come later, win.
 */
export interface I18nSection extends Omit<I18nOptions, 'translations' | 'user' | 'validation'> {
  /** A function that returns the locale of a request's user, or the name of a service that is one. */
  readonly user?: I18nOptions['user'] | string | undefined
  /** How messages of schema libraries are translated, or names of services that say so. */
  readonly validation?: readonly (SchemaMessages | string)[] | undefined
}

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/i18n` reads. */
    readonly i18n?: ConfigSection<I18nSection> | undefined
  }
}

/**
 * Finds the locale of each request, with the options of the section `i18n`, before error handlers, so that their pages
 * have a language too.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/i18n` moves the middleware, and a `path` limits
 * it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    // A message that cannot be read stops the program at its start.
    eager: [TRANSLATIONS_SERVICE],
    factories: {
      [TRANSLATIONS_SERVICE]: (container) =>
        fromSection<I18nSection, Translations>(container, 'i18n', ({ locales, default: main, ...rest }) => {
          const { catalogues, timeZone, onError } = rest
          return translations({ locales, default: main, catalogues, timeZone, onError })
        }),
      [I18N_SERVICE]: (container) =>
        fromSection<I18nSection, Middleware>(container, 'i18n', (section) => {
          const { locales, default: main, catalogues, timeZone, onError, user, validation, ...rest } = section
          return i18n({
            ...rest,
            translations: container.get(TRANSLATIONS_SERVICE) as Translations,
            user: typeof user === 'string' ? userOf(container, user) : user,
            validation: validation?.map((each) => (typeof each === 'string' ? serviceOf(container, each) : each)),
          })
        }),
    },
  },
  middleware_pipeline: { [I18N_SERVICE]: { middleware: I18N_SERVICE, priority: 10_400 } },
})

/** Returns the function that a service is; the service is made at its first use. */
function userOf(container: Container, name: string): NonNullable<I18nOptions['user']> {
  checkService(container, 'user', name)
  return (request: ServerRequest) => (container.get(name) as (request: ServerRequest) => UserLocale)(request)
}

function serviceOf(container: Container, name: string): SchemaMessages {
  checkService(container, 'validation', name)
  return container.get(name) as SchemaMessages
}
