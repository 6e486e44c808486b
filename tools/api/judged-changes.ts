import { type Notes, TAKES_MORE } from '../compatibility/notes.ts'
import { type ApiChange, apiChanges, type Others } from './api-changes.ts'

/**
 * The differences between two reports of a package. A change that would require a major requires only a minor if
 * `takesMore`, the content of `takes-more.json`, names the change: a person has then judged that the package only
 * accepts more than before.
 */
export function judgedChanges(before: string, after: string, takesMore: Notes, others: Others): readonly ApiChange[] {
  return apiChanges(before, after, others).map((change) =>
    change.where in takesMore ? { ...change, level: 'minor' } : change,
  )
}

/** The messages about entries of `takes-more.json` whose change was undone. */
export function staleJudgements(takesMore: Notes, changes: readonly ApiChange[]): readonly string[] {
  const left = Object.keys(takesMore).filter((place) => !changes.some(({ where }) => where === place))
  return left.map((place) => `${TAKES_MORE} judges "${place}", which has not changed. Take the line out.`)
}
