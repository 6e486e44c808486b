import type { Outcome, VectorCase } from './vectors.ts'

/** The release lines that were recorded. */
export type Line = 'A10' | 'A' | 'ASM2' | 'B20' | 'B' | 'V3'

/** A case on one line and, if the case involves a router, on one router. */
export interface Unit {
  readonly recorded: VectorCase
  readonly line: Line
  /** The router's name in the vectors: `fastroute` is compared with find-my-way, `aura` with trouter. */
  readonly router: string | undefined
  /** The unit's key in the vectors: `A/fastroute`, or `A` alone if the case involves no router. */
  readonly key: string
  readonly expected: Outcome
}

/** The compared units of a case: one for each line and router that it was recorded on. */
export function unitsOf(recorded: VectorCase): readonly Unit[] {
  return recorded.expected.flatMap(({ on, outcome }) =>
    on.map((key) => {
      const [line, router] = key.split('/')
      return { recorded, line: line as Line, router, key, expected: outcome }
    }),
  )
}

/** Whether middleware of a line has the older signature. */
export function isOlder(line: Line): boolean {
  return line === 'A10' || line === 'A' || line === 'ASM2'
}
