import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Unit } from './units.ts'

/** The error for a recorded case that has no counterpart in our framework; the message is the reason. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

interface Entry {
  readonly case: string
  /** The release lines on which the case has no counterpart; all lines if left out. */
  readonly lines?: readonly string[]
  readonly why: string
}

const entries = JSON.parse(readFileSync(join(import.meta.dirname, 'not-applicable.json'), 'utf8')) as readonly Entry[]

/**
 * The reason why a unit (a recorded case on one release line) has no counterpart, from `not-applicable.json`;
 * `undefined` if the unit is not in that list.
 */
export function listedAsNotApplicable(unit: Unit): string | undefined {
  const entry = entries.find(
    ({ case: id, lines }) => id === unit.recorded.id && (lines === undefined || lines.includes(unit.line)),
  )
  return entry?.why
}
