import { type Difference, isSame, type Place } from './difference.ts'
import { isOfKind, namesOf, type RecordedException } from './error-kinds.ts'
import { plain } from './php-map.ts'
import type { Outcome } from './vectors.ts'

/**
 * Compares results one by one; `project` rewrites a recorded result in the form that the results of this framework
 * have.
 */
export function compareResults(
  expected: unknown,
  ours: readonly Outcome[],
  project: (result: Outcome, index: number) => unknown = (result) => result,
): readonly Difference[] {
  return (expected as readonly Outcome[]).flatMap((result, index) =>
    compareResult(index, result, ours[index] ?? {}, () => project(result, index)),
  )
}

/** Compares one outcome with the recorded outcome; either may be an error. */
export function compareResult(
  at: Place,
  expected: Outcome,
  ours: Outcome,
  project: () => unknown = () => expected,
): readonly Difference[] {
  const exception = (expected.exception ?? expected.constructError) as RecordedException | undefined
  if (exception === undefined && !('error' in ours)) {
    const recorded = plain(project())
    return isSame(recorded, plain(ours)) ? [] : [{ at, what: 'result', expected: recorded, ours }]
  }
  if (exception !== undefined && 'error' in ours && isOfKind(ours.error, exception)) return []
  const own = 'error' in ours ? `${namesOf(ours.error).join(' < ')}: ${messageOf(ours.error)}` : ours
  return [{ at, what: 'error', expected: exception ? `${exception.kind}: ${exception.message}` : expected, ours: own }]
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
