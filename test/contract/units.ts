import type { Outcome, VectorCase } from './vectors.ts'

/**
 * The recorded releases of Mezzio and its predecessors: A10 is 1.0, A is 1.1, B20 is 2.0, B is 2.2 and V3 is 3.x, as in
 * decision 001. ASM2 is A with the older service manager.
 */
export type Line = 'A10' | 'A' | 'ASM2' | 'B20' | 'B' | 'V3'

/** A recorded case on one release line and, if the case involves a router, on one router. */
export interface Unit {
  readonly recorded: VectorCase
  readonly line: Line
  /**
   * The router of Mezzio on which the case was recorded; `undefined` if the case involves no router. The tests run
   * cases of `fastroute` on `FindMyWayRouter`, and those of `aura` on `TrouterRouter`.
   */
  readonly router: string | undefined
  /** The key of the unit in its recorded case: `A/fastroute`, or `A` alone if the case involves no router. */
  readonly key: string
  readonly expected: Outcome
}

/**
 * The units of a case: one for each release line on which it was recorded, or, if the case involves a router, one for
 * each recorded pair of a release line and a router.
 */
export function unitsOf(recorded: VectorCase): readonly Unit[] {
  return recorded.expected.flatMap(({ on, outcome }) =>
    on.map((key) => {
      const [line, router] = key.split('/')
      return { recorded, line: line as Line, router, key, expected: outcome }
    }),
  )
}

/** True if the middleware of a release line has the older signature `(request, response, next)`. */
export function isOlder(line: Line): boolean {
  return line === 'A10' || line === 'A' || line === 'ASM2'
}
