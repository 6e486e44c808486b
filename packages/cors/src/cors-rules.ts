import { type MetadataKey, metadataKey, type RouteResult, type ServerRequest } from '@app/core'
import { allowsOrigin } from '@app/core/extending'
import { type CorsOptions, checkCors, checkTogether, isToken } from './cors-options.ts'

/**
 * The rules of one route for other sites: options, each of which replaces the same option of `cors()` (the others
 * stay), or `false` for a route whose responses no other site may read.
 */
export const CORS: MetadataKey<CorsOptions | false> = metadataKey<CorsOptions | false>('@app/cors', {
  check: (value) => (value === false ? value : checkCors('cors', value as CorsOptions)),
})

/** The CORS rules for the requests of one route, or for requests without a route. */
export class CorsRules {
  readonly #origins: CorsOptions['origins']
  readonly #headers: '*' | readonly string[]
  readonly #credentials: boolean
  readonly #exposed: string
  readonly #maxAge: number

  constructor({ origins = [], headers = USUAL_HEADERS, expose = [], credentials = false, maxAge = 600 }: CorsOptions) {
    this.#origins = origins
    this.#headers = headers === '*' ? headers : headers.map((name) => name.toLowerCase())
    this.#credentials = credentials
    this.#exposed = expose.join(', ')
    this.#maxAge = maxAge
  }

  /** True if the CORS headers of the response depend on the origin of the request. */
  get dependsOnOrigin(): boolean {
    return this.#origins !== '*'
  }

  /** Returns the value of `Access-Control-Allow-Origin`, an origin or `*`; `undefined` if the origin is not allowed. */
  allowed(request: ServerRequest): string | undefined {
    if (this.#origins === '*') return '*'
    const origin = request.headers.get('origin')
    return origin !== null && allowsOrigin(this.#origins ?? [], origin, request) ? origin : undefined
  }

  /** Sets the headers with which browsers let the scripts of an origin read the response. */
  mark(headers: Headers, origin: string): void {
    headers.set('access-control-allow-origin', origin)
    if (this.#credentials) headers.set('access-control-allow-credentials', 'true')
    if (this.#exposed !== '') headers.set('access-control-expose-headers', this.#exposed)
  }

  /** Makes the response that grants a preflight. */
  grant(request: ServerRequest, origin: string, method: string): Response {
    const headers = new Headers({ 'access-control-allow-origin': origin, 'access-control-allow-methods': method })
    if (this.#credentials) headers.set('access-control-allow-credentials', 'true')
    const names = this.#headers === '*' ? requestedHeaders(request) : this.#headers
    if (names.length > 0) headers.set('access-control-allow-headers', names.join(', '))
    headers.set('access-control-max-age', String(this.#maxAge))
    return new Response(null, { status: 204, headers })
  }
}

/**
 * A function that returns the rules of a route, or of a request without a route; `undefined` for a route that is
 * closed to other sites.
 */
export type RulesOf = (route: RouteResult['route']) => CorsRules | undefined

/**
 * Makes the function that returns the rules of routes: the options, in which the metadata of a route replaces single
 * options. The function throws a `TypeError` if options and metadata together allow credentials for `*`.
 */
export function rulesByRoute(options: CorsOptions): RulesOf {
  const general = new CorsRules(options)
  const made = new WeakMap<object, CorsRules>()
  return (route) => {
    const own = route?.metadata(CORS)
    if (route === undefined || own === undefined) return general
    if (own === false) return undefined
    const known = made.get(own)
    if (known) return known
    const rules = new CorsRules(checkTogether(`cors() with the metadata of ${route}`, { ...options, ...own }))
    made.set(own, rules)
    return rules
  }
}

function requestedHeaders({ headers }: ServerRequest): readonly string[] {
  const names = (headers.get('access-control-request-headers') ?? '').split(',').map((name) => name.trim())
  return names.filter(isToken).map((name) => name.toLowerCase())
}

const USUAL_HEADERS = ['content-type', 'authorization']
