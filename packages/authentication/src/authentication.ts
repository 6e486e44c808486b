import { HttpError, type Middleware, type Provides, provides, type ServerRequest } from '@app/core'
import { checkOptions, type OptionKind, optionKind, withFacts } from '@app/core/extending'
import { ASKING, askingOf, refuseUnauthenticated } from './asking.ts'
import type { Authenticator } from './authenticator.ts'
import { checkIdentity, IDENTITY, type Identity } from './identity.ts'
import { LOGIN_PAGE, PAGE_PATH, pagePathFor } from './page-path.ts'

/** Options of `authentication`. */
export interface AuthenticationOptions {
  /** The authenticators, which are called one after the other until one finds an identity. */
  readonly authenticators: readonly Authenticator[]
  /**
   * Refuses requests without an identity, except at `loginPage`. Default: `false`, requests without an identity are
   * passed on.
   */
  readonly required?: boolean | undefined
  /**
   * The path of the log-in page. Browsers are redirected to it in place of the 401, with the parameter `return`, which
   * `returnPath` reads. A function returns the path for a request, such as the page in the language of its URL. Default:
   * none.
   */
  readonly loginPage?: string | ((request: ServerRequest) => string) | undefined
}

/**
 * Middleware that finds the identity of a request, and sets it as the attribute `IDENTITY`.
 *
 * Wrong credentials are answered with 401 at once, even if the route needs no identity. A request with an expired
 * session has no identity. Throws an `OptionError` for an unknown or invalid option.
 *
 * @example
 * app.pipe(authentication({ authenticators: [sessionAuthenticator()], loginPage: '/log-in' }))
 */
export function authentication(options: AuthenticationOptions): Middleware & Provides<typeof IDENTITY> {
  const { authenticators, required = false, loginPage } = checkOptions('authentication()', options, KINDS)
  const asking = askingOf(authenticators, loginPage)
  const search = async (request: ServerRequest): Promise<Identity | undefined> => {
    for (const [index, authenticator] of authenticators.entries()) {
      const found = await authenticator.authenticate(request)
      if (found !== undefined && found !== null)
        return checkIdentity(`authentication(): authenticator ${index + 1}`, found)
    }
    return undefined
  }
  const schemes = Object.assign({}, ...authenticators.map(({ securitySchemes }) => securitySchemes))
  const requires = ({ path }: { readonly path: string }) => (required ? path !== loginPage : undefined)
  const facts = { '@app/openapi': { schemes, accepts: Object.keys(schemes), requires } }
  const middleware: Middleware = async function authentication(request, handler) {
    const identity = await search(request).catch((error: unknown) => {
      throw HttpError.is(error) && error.status === 401 ? asking.error(request, error) : error
    })
    const asked = request.withAttribute(ASKING, asking)
    if (identity !== undefined) return handler(asked.withAttribute(IDENTITY, identity))
    if (!required || request.attribute(IDENTITY) !== undefined) return handler(asked)
    if (request.fullPath === pagePathFor(LOGIN_PAGE, loginPage, request)) return handler(asked)
    return refuseUnauthenticated(asked)
  }
  return provides([IDENTITY], withFacts(middleware, facts))
}

const AUTHENTICATORS: OptionKind = {
  wants: 'a list of one or more authenticators, objects with authenticate and challenge',
  accepts: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(optionKind.withMethods('authenticate', 'challenge').accepts),
}

/** The kinds of values that the options accept. */
export const KINDS: Readonly<Record<keyof AuthenticationOptions, OptionKind>> = {
  authenticators: optionKind.required(AUTHENTICATORS),
  required: optionKind.boolean,
  loginPage: PAGE_PATH,
}
