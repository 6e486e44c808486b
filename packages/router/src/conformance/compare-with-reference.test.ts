import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/programs/sampled.ts'
import { compareWithReference, ReferenceRouter } from '../conformance.ts'
import { canonicalPath } from '../index.ts'
import type { RouterInterface, RouterTraits } from '../router-interface.ts'
import { type Choose, randomRequest, randomRoutes } from './random-routing.ts'

const TRAITS: RouterTraits = {
  anyMethod: 'any',
  emptyList: ['HEAD', 'OPTIONS'],
  precedence: 'registration',
  tokens: 'honored',
}

/** The error that the test expects: fast-check throws an error of its own, whose cause is the `ConformanceError`. */
const DIFFERENCE = expect.objectContaining({ cause: expect.objectContaining({ name: 'ConformanceError' }) })

function forRandomChoices(check: (choose: Choose) => void): void {
  fc.assert(
    fc.property(fc.gen(), (draw) => check((count) => draw(fc.nat, { max: count - 1 }))),
    // The tests do not look at the routes, so that no smaller ones need to be found.
    { numRuns: runs(1000), endOnFailure: true },
  )
}

describe('compareWithReference', () => {
  it('compareWithReference() finds no difference between two instances of ReferenceRouter', () => {
    expect(() =>
      forRandomChoices((choose) => compareWithReference(new ReferenceRouter(TRAITS), choose, 5)),
    ).not.toThrow()
  })

  it('compareWithReference() uses no tokens for a router that refuses them', () => {
    const router = new ReferenceRouter({ ...TRAITS, tokens: 'refused' })

    expect(() => forRandomChoices((choose) => compareWithReference(router, choose, 5))).not.toThrow()
  })

  it('compareWithReference() detects a router that ignores a trailing slash', () => {
    const router = behind((path) => path.replace(/(.)\/$/, '$1'))

    expect(() => forRandomChoices((choose) => compareWithReference(router, choose))).toThrow(DIFFERENCE)
  })

  it('compareWithReference() detects a router that decodes values twice', () => {
    const router = behind((path) => path.replaceAll('%2A', '*'))

    expect(() => forRandomChoices((choose) => compareWithReference(router, choose))).toThrow(DIFFERENCE)
  })

  it('compareWithReference() detects a router whose precedence differs from its traits', () => {
    const router = { ...behind((path) => path), traits: { ...TRAITS, precedence: 'specificity' as const } }

    expect(() => forRandomChoices((choose) => compareWithReference(router, choose))).toThrow(DIFFERENCE)
  })

  it('compareWithReference() requests canonical paths only', () => {
    forRandomChoices((choose) => {
      const [, path = ''] = randomRequest(choose, randomRoutes(choose, true)).split(' ')

      expect(canonicalPath(path)).toBe(path)
    })
  })
})

function behind(change: (path: string) => string): RouterInterface {
  const inner = new ReferenceRouter(TRAITS)
  return {
    traits: TRAITS,
    compile: (routes) => {
      const matcher = inner.compile(routes)
      return (method, path) => matcher(method, change(path))
    },
  }
}
