import semver from 'semver'
import { levelOf, type Others } from '../api/api-changes.ts'
import type { ApiReport } from '../api/api-report.ts'
import { judgedChanges } from '../api/judged-changes.ts'
import { isAnnounced } from '../api/unannounced.ts'
import type { Notes } from './notes.ts'

/** The changes of a package's exports between two of its versions. */
export interface ExportsSince {
  readonly shown: string
  /** The changes that require a higher level, such as a major, than the level by which the version was raised. */
  readonly refused: readonly string[]
}

/**
 * Compares two reports of a package. If only one of the versions has the package, `shown` says `new` or `gone`, and no
 * change is refused.
 */
export function exportsSince(
  before: ApiReport | undefined,
  after: ApiReport | undefined,
  [old, now]: readonly [old: string | undefined, now: string | undefined],
  takesMore: Notes,
  others: Others,
): ExportsSince {
  if (!before || !after || !old || !now) return { shown: before ? 'gone' : 'new', refused: [] }
  const changes = judgedChanges(before.text, after.text, takesMore, others)
  const asked = levelOf(changes)
  if (asked === undefined) return { shown: 'the same', refused: [] }
  const most = changes.filter(({ level }) => level === asked)
  if (isAnnounced(asked, semver.diff(old, now) ?? undefined)) return { shown: `${most.length} ${asked}`, refused: [] }
  const refused = most.map(
    ({ where, what }) => `${where} ${what}, which requires a ${asked}, but the version goes from ${old} to ${now}`,
  )
  return { shown: `${most.length} ${asked} REFUSED`, refused }
}
