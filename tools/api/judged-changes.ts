import { type Notes, TAKES_MORE } from '../compatibility/notes.ts'
import { type ApiChange, apiChanges, type Others } from './api-changes.ts'

/**
 * The differences between two reports of a package; a major that a person has judged to accept more than before is a
 * minor.
 */
export function judgedChanges(before: string, after: string, takesMore: Notes, others: Others): readonly ApiChange[] {
  return apiChanges(before, after, others).map((change) =>
    change.where in takesMore ? { ...change, level: 'minor' } : change,
  )
}

/** The judgements about changes that no longer exist, since they were undone. */
export function staleJudgements(takesMore: Notes, changes: readonly ApiChange[]): readonly string[] {
  const left = Object.keys(takesMore).filter((place) => !changes.some(({ where }) => where === place))
  return left.map((place) => `${TAKES_MORE} judges "${place}", which has not changed. Take the line out.`)
}
