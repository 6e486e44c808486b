import type { RouterInterface } from '@app/router'
import { compareWithReference, routerConformance } from '@app/router/conformance'
import fc from 'fast-check'
import { describe, it, vi } from 'vitest'
import { Rou3Router } from './index.ts'

/** The number of paths that are compared; FUZZ_PATHS sets another number. */
const PATHS = Number(process.env.FUZZ_PATHS ?? 2_000)
const PATHS_PER_TABLE = 20
const PATIENT = { timeout: 60_000 + 5 * PATHS }

const router = new Rou3Router()

/**
 * The router on a platform that permits no generated code: `new Function` fails while the router compiles, so that rou3
 * walks its tree.
 */
const walking: RouterInterface = {
  traits: router.traits,
  compile: (routes) => {
    vi.stubGlobal('Function', EvalForbidden)
    try {
      return router.compile(routes)
    } finally {
      vi.unstubAllGlobals()
    }
  },
}

function EvalForbidden(): void {
  throw new EvalError('Code generation from strings disallowed for this context')
}

describe('Rou3Router where rou3 looks up paths by a generated function', () => {
  for (const { name, check } of routerConformance(router)) it(name, check)

  it('with generated code, Rou3Router matches random paths like the reference router', PATIENT, () => fuzz(router))
})

describe('Rou3Router where rou3 walks its tree, without generated code', () => {
  for (const { name, check } of routerConformance(walking)) it(name, check)

  it('without generated code, Rou3Router matches random paths like the reference router', PATIENT, () => fuzz(walking))
})

function fuzz(subject: RouterInterface): void {
  const property = fc.property(fc.gen(), (choose) => {
    compareWithReference(subject, (count) => choose(fc.nat, { max: count - 1 }), PATHS_PER_TABLE)
  })
  fc.assert(property, { numRuns: Math.ceil(PATHS / PATHS_PER_TABLE) })
}
