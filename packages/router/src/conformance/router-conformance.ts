import type { RouterInterface } from '../router-interface.ts'
import { catchAllCases } from './catch-all-cases.ts'
import { catchAllTokenCases, specificCatchAllCases } from './catch-all-token-cases.ts'
import { compileCases } from './compile-cases.ts'
import { compoundCases, compoundTokenCases } from './compound-cases.ts'
import type { ConformanceCase } from './conformance-case.ts'
import { encodingCases } from './encoding-cases.ts'
import { hostileCases, junkCase } from './hostile-cases.ts'
import { methodCases } from './method-cases.ts'
import { optionCases } from './option-cases.ts'
import { optionalCases } from './optional-cases.ts'
import { placeholderCases } from './placeholder-cases.ts'
import {
  registrationCases,
  registrationTokenCases,
  specificityCases,
  specificityTokenCases,
} from './precedence-cases.ts'
import { resultCases } from './result-cases.ts'
import { type RoutingCase, refusableCase, refusedCase, routingCase } from './routing-case.ts'
import { staticCases } from './static-cases.ts'
import { exoticTokenCases, tokenCases } from './token-cases.ts'
import { areTraits, traitCases } from './trait-cases.ts'

/**
 * Returns the cases that a router must pass: the rules for all routers, and the behaviour that the router's traits
 * declare. If the traits have an invalid value, only the cases for traits are returned.
 *
 * No two cases have the same name. Paths are canonical unless the name of a case says otherwise. The kit cannot check
 * that the router's package has a `default` condition in its exports.
 *
 * @example
 * import { test } from 'vitest'
 *
 * for (const { name, check } of routerConformance(new FindMyWayRouter())) test(name, check)
 */
export function routerConformance(router: RouterInterface): readonly ConformanceCase[] {
  if (!areTraits(router.traits)) return traitCases(router)
  const { precedence, tokens } = router.traits
  const tables: readonly RoutingCase[] = [
    ...staticCases,
    ...encodingCases,
    ...placeholderCases,
    ...compoundCases,
    ...optionalCases,
    ...catchAllCases,
    ...methodCases(router.traits),
    ...(precedence === 'registration' ? registrationCases : specificityCases),
    ...hostileCases,
  ]
  return [
    ...traitCases(router),
    ...tables.map((table) => routingCase(router, table)),
    ...(tokens === 'honored' ? honoredTokens(router) : refusedTokens(router)),
    ...optionCases(router),
    ...compileCases(router),
    ...resultCases(router),
    junkCase(router),
  ]
}

function honoredTokens(router: RouterInterface): readonly ConformanceCase[] {
  const isFirst = router.traits.precedence === 'registration'
  const tables: readonly RoutingCase[] = [
    ...tokenCases,
    ...compoundTokenCases,
    ...catchAllTokenCases,
    ...(isFirst ? registrationTokenCases : [...specificityTokenCases, ...specificCatchAllCases]),
  ]
  return [
    ...tables.map((table) => routingCase(router, table)),
    ...exoticTokenCases.map((table) => refusableCase(router, table)),
  ]
}

function refusedTokens(router: RouterInterface): readonly ConformanceCase[] {
  return [
    refusedCase(router, '2.1: a route with the option `tokens` is refused with an error that names the route', [
      'GET /a',
      ['GET /u/{id}', { tokens: { id: '\\d+' } }],
    ]),
    refusedCase(router, '2.1: a route with a token in its path is refused with an error that names the route', [
      'GET /a',
      'GET /u/{id:\\d+}',
    ]),
    refusedCase(router, '2.1: a route with a token in an optional part is refused with an error that names the route', [
      'GET /a',
      'GET /u[/{id:\\d+}]',
    ]),
    refusedCase(router, '2.1: a catch-all with a token is refused with an error that names the route', [
      'GET /a',
      'GET /f/{rest...:[a-z/]+}',
    ]),
  ]
}
