import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiChange, apiChanges } from './api-changes.ts'

const FILE = 'tools/api/takes-more.json'

/**
 * Changes of declarations that take more than before and look as if they took less, such as a longer union that users hand
 * in, by where they are; each with the reason why no program stops compiling. A release leaves none.
 */
const TAKES_MORE = JSON.parse(readFileSync(join(import.meta.dirname, '../..', FILE), 'utf8')) as Record<string, string>

/** The differences between two reports of a package; a major that a person has judged to take more is a minor. */
export function judgedChanges(before: string, after: string): readonly ApiChange[] {
  return apiChanges(before, after).map((change) =>
    change.where in TAKES_MORE ? { ...change, level: 'minor' } : change,
  )
}

/** The judgements that are of no change, since it was taken back or released. */
export function staleJudgements(changes: readonly ApiChange[]): readonly string[] {
  const left = Object.keys(TAKES_MORE).filter((place) => !changes.some(({ where }) => where === place))
  return left.map((place) => `${FILE} judges "${place}", which has not changed. Take the line out.`)
}
