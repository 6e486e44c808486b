import { STANDARD_OPTIONS } from '../compile-routes.ts'
import type { RouterInterface, RouterTraits } from '../router-interface.ts'
import type { ConformanceCase } from './conformance-case.ts'
import { toRoute } from './route-table.ts'

/**
 * True if a router's traits have values that `RouterTraits` allows. Other conformance cases check that the router
 * behaves as its traits say.
 */
export function areTraits(traits: RouterTraits): boolean {
  const { anyMethod, emptyList, alsoMethods = [], precedence, tokens, options = [] } = traits
  return (
    (anyMethod === 'any' || isMethodList(anyMethod)) &&
    isMethodList(emptyList) &&
    isMethodList(alsoMethods) &&
    ['registration', 'specificity'].includes(precedence) &&
    ['honored', 'refused'].includes(tokens) &&
    isOptionList(options)
  )
}

export function traitCases(router: RouterInterface): readonly ConformanceCase[] {
  return [
    {
      name: 'the traits have the properties and values that RouterTraits allows',
      check: () => {
        if (!areTraits(router.traits)) throw new Error(`expected RouterTraits, got ${JSON.stringify(router.traits)}`)
      },
    },
    {
      name: 'the traits do not change when the router compiles and matches',
      check: () => {
        const before = JSON.stringify(router.traits)
        router.compile(['any /a', 'none /b/{id}'].map(toRoute))('GET', '/a')
        const after = JSON.stringify(router.traits)
        if (after !== before) throw new Error(`expected the traits ${before}, got ${after}`)
      },
    },
  ]
}

/** True if a value is a list of option names, with none of the options that every router takes. */
function isOptionList(value: unknown): boolean {
  const isOwn = (name: unknown) => typeof name === 'string' && name !== '' && !STANDARD_OPTIONS.includes(name)
  return Array.isArray(value) && value.every(isOwn)
}

function isMethodList(value: unknown): boolean {
  return Array.isArray(value) && value.every((method) => typeof method === 'string' && method === method.toUpperCase())
}
