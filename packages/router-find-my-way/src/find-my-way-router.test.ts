import { compareWithReference, routerConformance } from '@app/router/conformance'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { FindMyWayRouter } from './index.ts'

describe('conformance', () => {
  for (const { name, check } of routerConformance(new FindMyWayRouter())) test(name, check)
})
const PATHS = Number(process.env.FUZZ_PATHS ?? 2_000)
test(`routes ${PATHS} random requests as the reference does`, { timeout: 60_000 + PATHS }, () => {
  fc.assert(
    fc.property(fc.gen(), (draw) =>
      compareWithReference(new FindMyWayRouter(), (count) => draw(fc.nat, { max: count - 1 }), 20),
    ),
    { numRuns: PATHS / 20 },
  )
})
