import { compareWithReference, routerConformance } from '@app/router/conformance'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TrouterRouter } from './index.ts'

for (const { name, check } of routerConformance(new TrouterRouter())) it(name, check)

/** Requests to compare; FUZZ_PATHS asks for more. */
const PATHS = Number(process.env['FUZZ_PATHS'] ?? 2_000)
const PATHS_PER_TABLE = 20

it('does what the reference does on random tables of routes', () => {
  const property = fc.property(fc.gen(), (choose) => {
    compareWithReference(new TrouterRouter(), (count) => choose(fc.nat, { max: count - 1 }), PATHS_PER_TABLE)
  })

  fc.assert(property, { numRuns: Math.ceil(PATHS / PATHS_PER_TABLE) })
})
