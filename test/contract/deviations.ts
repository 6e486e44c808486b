import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Difference, isSame, type Place } from './difference.ts'
import type { Unit } from './units.ts'
import { vectorFolders } from './vectors.ts'

/** A recorded outcome from which ours differs on purpose. */
export interface Deviation {
  readonly case: string
  /** The release lines and routers on which it deviates: `V3/fastroute`, or `V3` if the case involves no router. */
  readonly on: readonly string[]
  /** Every place in which the case differs: its construction, its setup, or one of its results, given by its index. */
  readonly at: readonly Place[]
  /** A sentence about our behaviour. */
  readonly ours: string
  /** The reason, in one sentence. */
  readonly why: string
  /** The decision record and the row in its table: `001#strict-prefixes`. */
  readonly decision: string
  readonly label: Label
  /** The clause of the contract that the recorded behaviour contradicts; given where the label is `contract`. */
  readonly clause?: string
  /** The recorded system that behaves like ours; given where the label is `line`. */
  readonly like?: string
}

/** The possible reasons of a deviation; decision 001 says what each label means. */
export const LABELS = ['contract', 'security', 'line', 'platform', 'taste'] as const
export type Label = (typeof LABELS)[number]

/**
 * The table of deviations: the entries of deviations.json, and those of a further folder of recorded cases if there is
 * one.
 */
export const deviations: readonly Deviation[] = [
  join(import.meta.dirname, 'deviations.json'),
  ...vectorFolders()
    .slice(1)
    .map((folder) => join(folder, 'deviations.json'))
    .filter((file) => existsSync(file)),
].flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as readonly Deviation[])

/**
 * The judgement about a unit whose case has a counterpart here: it agrees, deviates as the table of deviations says, or
 * differs otherwise.
 */
export type Judgement = 'agree' | { readonly deviates: Label } | { readonly unexplained: string }

/** Compares the differences of a unit with its entries in the table of deviations. */
export function judge({ recorded, key }: Unit, differences: readonly Difference[]): Judgement {
  const entries = deviations.filter((entry) => entry.case === recorded.id && entry.on.includes(key))
  const explained = entries.flatMap(({ at }) => at)
  if (differences.length === 0) {
    return explained.length === 0
      ? 'agree'
      : { unexplained: `${key} is in the table of deviations, but agrees: remove it from deviations.json` }
  }
  const places = [...new Set(differences.map(({ at }) => at))]
  const [entry] = entries
  if (entry && isSame(places, explained)) return { deviates: entry.label }
  const unexplained = differences.filter(({ at }) => !explained.includes(at))
  const lines = unexplained.map(({ at, what, expected, ours }) => {
    return `  ${placeName(at)}, ${what}:\n    recorded ${JSON.stringify(expected)}\n    ours     ${JSON.stringify(ours)}`
  })
  const stale = explained.filter((place) => !places.includes(place)).map((place) => `  ${placeName(place)} agrees`)
  return { unexplained: [`${key} does not deviate as the table of deviations says:`, ...lines, ...stale].join('\n') }
}

function placeName(place: Place): string {
  return typeof place === 'number' ? `result ${place}` : place
}
