import { compareWithReference, routerConformance } from '@app/router/conformance'
import fc from 'fast-check'
import { it } from 'vitest'
import { TrouterRouter } from './index.ts'

const router = new TrouterRouter()

for (const { name, check } of routerConformance(router)) it(name, check)

/** The number of paths that are compared; FUZZ_PATHS sets another number. */
const PATHS = Number(process.env.FUZZ_PATHS ?? 2_000)
const PATHS_PER_TABLE = 20

it('TrouterRouter matches random paths with random routes like the reference router', {
  timeout: 60_000 + 5 * PATHS,
}, () => {
  const property = fc.property(fc.gen(), (choose) => {
    compareWithReference(router, (count) => choose(fc.nat, { max: count - 1 }), PATHS_PER_TABLE)
  })
  fc.assert(property, { numRuns: Math.ceil(PATHS / PATHS_PER_TABLE) })
})
