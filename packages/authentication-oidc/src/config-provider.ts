import type { ConfigProvider, Container, RequestHandler, ServiceName } from '@app/core'
import { type ConfigSection, checkService, fromSection, isMap } from '@app/core/extending'
import { type OidcHandlers, oidc } from './oidc.ts'
import type { OidcIdentify, OidcOptions, OidcProviderOptions } from './oidc-options.ts'

/** The name of the service that is the result of `oidc()`, the handlers of log-ins at others. */
export const OIDC_SERVICE: ServiceName<OidcHandlers> = '@app/authentication-oidc'

/**
 * The section `authentication_oidc`: the options of `oidc()`, whose functions may be names of services. A provider whose
 * `issuer` and `clientId` are both `null` is left out: the variables that name it are not set on this machine.
 */
export interface OidcSection extends Omit<OidcOptions, 'identify' | 'enter' | 'onFailure' | 'providers'> {
  readonly providers: Readonly<Record<string, ConfigSection<OidcProviderOptions>>>
  readonly identify: OidcIdentify | string
  readonly enter?: OidcOptions['enter'] | string | undefined
  readonly onFailure?: OidcOptions['onFailure'] | string | undefined
}

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/authentication-oidc` reads. */
    readonly authentication_oidc?: ConfigSection<OidcSection> | undefined
  }
}

/**
 * Adds the routes of log-ins at others, with the options of the section `authentication_oidc`: `/log-in/{provider}`,
 * `/log-in/{provider}/callback`, `/log-in/{provider}/link` and `/log-out/{provider}`. For `@app/authorization`, the third
 * is for visitors who have logged in, and the others are public.
 *
 * In the configuration, another `path` of the routes `@app/authentication-oidc/logIn`,
 * `@app/authentication-oidc/callback` and `@app/authentication-oidc/link` moves them; the second and third have to be the
 * first with `/callback` and `/link` at its end.
 */
export const configProvider: ConfigProvider = () => ({
  dependencies: {
    // A wrong option stops the start of the program, instead of failing for each visitor.
    eager: [OIDC_SERVICE],
    factories: {
      [OIDC_SERVICE]: (container) =>
        fromSection<OidcSection, OidcHandlers>(container, 'authentication_oidc', (section) =>
          oidc({
            ...section,
            ...(isMap(section.providers) && { providers: withoutUnset(section.providers) }),
            ...named(container, 'identify', section.identify),
            ...named(container, 'enter', section.enter),
            ...named(container, 'onFailure', section.onFailure),
            ...namedUnlessPath(container, 'loginPage', section.loginPage),
            ...namedUnlessPath(container, 'afterLogOut', section.afterLogOut),
          } as OidcOptions),
        ),
      ...Object.fromEntries(
        HANDLERS.map((name) => [
          `${OIDC_SERVICE}/${name}`,
          (container: Container): RequestHandler => (container.get(OIDC_SERVICE) as OidcHandlers)[name],
        ]),
      ),
    },
  },
  routes: {
    [`${OIDC_SERVICE}/logIn`]: route('logIn', '/log-in/{provider}', ['GET', 'POST']),
    [`${OIDC_SERVICE}/callback`]: route('callback', '/log-in/{provider}/callback', ['GET']),
    [`${OIDC_SERVICE}/link`]: route('link', '/log-in/{provider}/link', ['POST'], 'authenticated'),
    [`${OIDC_SERVICE}/logOut`]: route('logOut', '/log-out/{provider}', ['POST']),
  },
})

const HANDLERS = ['logIn', 'callback', 'link', 'logOut'] as const

function withoutUnset(providers: OidcSection['providers']): OidcSection['providers'] {
  return Object.fromEntries(
    Object.entries(providers).filter(([, one]) => one?.issuer !== null || one.clientId !== null),
  )
}

function route(
  name: (typeof HANDLERS)[number],
  path: string,
  methods: readonly ('GET' | 'POST')[],
  requirement: 'public' | 'authenticated' = 'public',
) {
  return {
    path,
    middleware: `@app/authentication-oidc/${name}` as const,
    allowed_methods: methods,
    metadata: { '@app/authorization?': requirement },
  }
}

/** A string that begins with a slash is the path itself. */
function namedUnlessPath(container: Container, option: string, value: unknown): object {
  return `${value}`.startsWith('/') ? {} : named(container, option, value)
}

/** The function that a service is. The service is made at the first call, since it may need a database. */
function named(container: Container, option: string, value: unknown): object {
  if (typeof value !== 'string') return {}
  checkService(container, option, value)
  return {
    [option]: async (...values: readonly unknown[]) => {
      const found = await container.get(value)
      if (typeof found === 'function') return found(...values)
      throw new TypeError(`authentication_oidc.${option}: the service "${value}" is not a function.`)
    },
  }
}
