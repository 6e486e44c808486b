import { type AttributeKey, attributeKey, type Middleware, matchedRoute } from '@app/core'
import { addVary, beforeSending } from '@app/core/extending'
import { type CorsOptions, checkCors } from './cors-options.ts'
import { type RulesOf, rulesByRoute } from './cors-rules.ts'
import { answerPreflight, preflightMethod } from './preflight.ts'

/**
 * Middleware that answers preflights by the routes after it, and lets scripts of other sites read responses.
 *
 * The metadata `CORS` of a route overrides the options. A `cors()` inside of another decides about the responses that
 * pass through it, and about the preflights that the outer one has not granted. Throws an `OptionError` for an unknown
 * or invalid option, and a `TypeError` for credentials with `origins: '*'`.
 *
 * @example
 * app.pipe(cors({ origins: ['https://shop.example'] }))
 */
export function cors(options: CorsOptions = {}): Middleware {
  const rulesOf = rulesByRoute(checkCors('cors()', options))
  return function cors(request, handler) {
    const method = preflightMethod(request)
    if (method !== undefined) {
      beforeSending(request, ({ headers }) => addVary(headers, ...PREFLIGHT_VARY))
      return answerPreflight(request, handler, method, rulesOf)
    }
    const outer = request.attribute(DECISION)
    if (outer !== undefined) {
      outer.rulesOf = rulesOf
      return handler(request)
    }
    const decision = { rulesOf }
    beforeSending(request, ({ headers }) => {
      const rules = decision.rulesOf(matchedRoute(request))
      if (rules === undefined) return
      if (rules.dependsOnOrigin) addVary(headers, 'Origin')
      if (headers.has('access-control-allow-origin')) return
      const origin = rules.allowed(request)
      if (origin !== undefined) rules.mark(headers, origin)
    })
    return handler(request.withAttribute(DECISION, decision))
  }
}

/**
 * The attribute with the rules for the response, which are the rules of the innermost `cors()` that the request
 * has passed.
 */
const DECISION: AttributeKey<{ rulesOf: RulesOf } | undefined> = attributeKey<{ rulesOf: RulesOf } | undefined>(
  'cors decision',
  { shared: '@app/cors/decision', default: undefined },
)

const PREFLIGHT_VARY = ['Origin', 'Access-Control-Request-Method', 'Access-Control-Request-Headers']
