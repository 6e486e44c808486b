import type { RouteOptions } from '../route.ts'
import type { RouterInterface } from '../router-interface.ts'
import type { ConformanceCase } from './conformance-case.ts'
import { refusedCase } from './routing-case.ts'

/**
 * Rules for options that the router does not declare: a route with such an option is refused, even if the name
 * resembles that of a known option.
 */
export function optionCases(router: RouterInterface): readonly ConformanceCase[] {
  const { options = [] } = router.traits
  return OPTIONS.filter(([option]) => !options.includes(option)).map(([option, value]) =>
    refusedCase(
      router,
      `2.1: a route with the undeclared option ${option} is refused with an error that names route and option`,
      ['GET /a', ['GET /u/{id}', { [option]: value } as RouteOptions]],
      `"${option}"`,
    ),
  )
}

const OPTIONS: readonly (readonly [option: string, value: unknown])[] = [
  ['token', { id: '\\d+' }],
  ['default', { id: '7' }],
  ['Tokens', { id: '\\d+' }],
  ['constraints', { host: 'a.example' }],
  ['host', 'a.example'],
  ['strict', undefined],
  ['constructor', true],
]
