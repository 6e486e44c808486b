import type { ConfigProvider, Container, Middleware, ServiceName } from '@app/core'
import {
  type ConfigSection,
  checkOptions,
  checkService,
  fromEnvironment,
  fromSection,
  OptionError,
  type OptionKind,
  optionKind,
} from '@app/core/extending'
import { type ApiKeyAuthenticatorOptions, apiKeyAuthenticator } from './api-key-authenticator.ts'
import { type AuthenticationOptions, authentication, KINDS } from './authentication.ts'
import type { Authenticator } from './authenticator.ts'
import { type BasicAuthenticatorOptions, basicAuthenticator } from './basic.ts'
import { type BearerAuthenticatorOptions, bearerAuthenticator } from './bearer.ts'
import { ONCE_LINKS_SERVICE, type OnceLinksSection, onceLinksService } from './once-links-service.ts'
import { type SessionAuthenticatorOptions, sessionAuthenticator, sessionIfAny } from './session.ts'

/** The name of the service that is the middleware `authentication()`. */
export const AUTHENTICATION_SERVICE: ServiceName<Middleware> = '@app/authentication'

/**
 * The section `authentication`: the options `required` and `loginPage` of `authentication()`, and the options of each
 * authenticator. The authenticators are called in the order `apiKeys`, `bearer`, `basic`, `authenticators`, `session`.
 *
 * The name of a service may stand in place of each function; the service is then that function.
 */
export interface AuthenticationSection extends Omit<AuthenticationOptions, 'authenticators' | 'loginPage'> {
  /** The path of the log-in page, or the function of `authentication()`, or the name of the service that is it. */
  readonly loginPage?: AuthenticationOptions['loginPage'] | undefined

  /** Options for API keys. */
  readonly apiKeys?: WithServices<ApiKeyAuthenticatorOptions> | undefined
  /** Options for tokens in `Authorization: Bearer`. */
  readonly bearer?: WithServices<BearerAuthenticatorOptions> | undefined
  /** Options for a name and a password in `Authorization: Basic`. */
  readonly basic?: WithServices<BasicAuthenticatorOptions> | undefined
  /** Further authenticators, or names of services that are authenticators. */
  readonly authenticators?: readonly (Authenticator | string)[] | undefined
  /** Options for recognizing, by their session, visitors who have logged in. */
  readonly session?: WithServices<SessionAuthenticatorOptions> | undefined
}

/** Options in which each function may be replaced by the name of a service. */
export type WithServices<O> = O extends unknown
  ? { readonly [K in keyof O]: NonNullable<O[K]> extends (...args: never[]) => unknown ? O[K] | string : O[K] }
  : never

declare module '@app/core' {
  interface Config {
    /** The section of the configuration that `configProvider` of `@app/authentication` reads. */
    readonly authentication?: ConfigSection<AuthenticationSection> | undefined
    /** The section of the configuration that the service `@app/once-links` reads. */
    readonly once_links?: ConfigSection<OnceLinksSection> | undefined
  }
}

/**
 * Finds the identity of a request by the authenticators that the section `authentication` names. If the section names
 * none, visitors are recognized by their session, in an application that has sessions.
 *
 * The service `@app/once-links` makes links for mails from the section `once_links`, with the secret in the environment
 * variable `APP_SECRET`.
 *
 * In the configuration, another `priority` for the pipeline entry `@app/authentication` moves the middleware, and a
 * `path` limits it to this path.
 */
export const configProvider: ConfigProvider = () => ({
  once_links: { secret: fromEnvironment('APP_SECRET') },
  dependencies: {
    // The middleware is made at the start of the program, so that a wrong option stops the start.
    eager: [AUTHENTICATION_SERVICE],
    factories: {
      [AUTHENTICATION_SERVICE]: (container) =>
        fromSection<AuthenticationSection, Middleware>(container, 'authentication', (section) =>
          authentication(optionsOf(section, container)),
        ),
      [ONCE_LINKS_SERVICE]: onceLinksService,
    },
  },
  middleware_pipeline: { [AUTHENTICATION_SERVICE]: { middleware: AUTHENTICATION_SERVICE, priority: 2_500 } },
})

function optionsOf(section: Partial<AuthenticationSection>, container: Container): AuthenticationOptions {
  const {
    apiKeys,
    bearer,
    basic,
    authenticators = [],
    session,
    loginPage,
    ...rest
  } = checkOptions('authentication', section, SECTION)
  const service = (value: unknown, option: string, key?: string) => {
    if (typeof value !== 'string') return value
    checkService(container, option, value, key)
    return container.get(value)
  }
  const made = <O extends object>(key: string, options: O | undefined, make: (options: never) => Authenticator) => {
    if (options === undefined || options === null) return []
    const functions = FUNCTIONS.filter((name) => name in options).map((name) => [
      name,
      service(Reflect.get(options, name), key, name),
    ])
    return [within(key, () => make({ ...options, ...Object.fromEntries(functions) } as never))]
  }
  const named = [
    ...made('apiKeys', apiKeys, apiKeyAuthenticator),
    ...made('bearer', bearer, bearerAuthenticator),
    ...made('basic', basic, basicAuthenticator),
    ...authenticators.map((one) => service(one, 'authenticators')),
    ...made('session', session, sessionAuthenticator),
  ] as Authenticator[]
  // A path begins with a slash, which the name of a service never has to.
  const login = `${loginPage}`.startsWith('/') ? loginPage : service(loginPage, 'loginPage')
  return {
    ...rest,
    loginPage: login as AuthenticationOptions['loginPage'],
    authenticators: named.length === 0 ? [sessionIfAny()] : named,
  }
}

const OPTIONS: OptionKind = {
  wants: 'a map of options',
  accepts: (value) => value === null || (typeof value === 'object' && !Array.isArray(value)),
}

const { either, listOf, text, withMethods } = optionKind
const SECTION = {
  ...KINDS,
  loginPage: either(text, optionKind.function),
  apiKeys: OPTIONS,
  bearer: OPTIONS,
  basic: OPTIONS,
  authenticators: listOf(either(text, withMethods('authenticate', 'challenge'))),
  session: OPTIONS,
}

const FUNCTIONS = ['check', 'find', 'identify']

/**
 * Calls a function that makes an authenticator. The error for a wrong option then names the key of the section, such as
 * `basic`.
 */
function within<T>(key: string, make: () => T): T {
  try {
    return make()
  } catch (error) {
    const { name, message } = Object(error) as Partial<Error>
    throw name === 'OptionError' ? new OptionError('authentication', key, `${message}`) : error
  }
}
