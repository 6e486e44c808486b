import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Unit } from './units.ts'

/** The error of a case that has no counterpart here; the message is the reason. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

interface Entry {
  readonly case: string
  /** The lines without a counterpart; all lines if left out. */
  readonly lines?: readonly string[]
  readonly why: string
}

const entries = JSON.parse(readFileSync(join(import.meta.dirname, 'not-applicable.json'), 'utf8')) as readonly Entry[]

/** The reason why a unit has no counterpart if the list by hand has the unit, else `undefined`. */
export function listedAsNotApplicable(unit: Unit): string | undefined {
  const entry = entries.find(
    ({ case: id, lines }) => id === unit.recorded.id && (lines === undefined || lines.includes(unit.line)),
  )
  return entry?.why
}
