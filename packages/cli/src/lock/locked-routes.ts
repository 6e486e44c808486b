import type { LockChange } from '@app/proofs'
import type { LoadedApplication } from '../application/load-application.ts'
import type { Problem } from '../command.ts'
import { originNames } from '../configuration/provider-list.ts'
import { changesOf, currentLock, fileOf, LOCK_FILE, readLock } from './lock-file.ts'

/**
 * Returns the changes of the routes since `routes.lock.json` was written, and the problems: one for each lost guard or
 * lost enforced metadata, and one for all other changes together if one of them breaks clients. Without the file, both
 * lists are empty.
 */
export async function lockedRoutes(
  loaded: LoadedApplication,
): Promise<{ readonly changes: readonly LockChange[]; readonly problems: readonly Problem[] }> {
  const before = readLock(loaded.root)
  if (before === undefined) return { changes: [], problems: [] }
  const after = await currentLock(loaded)
  const changes = await changesOf(before, after, loaded)
  const name = originNames(loaded.root)
  const shown = (change: LockChange) => {
    const from = fileOf(change, after)
    return from === undefined ? change.place : `${change.place} (${name(from)})`
  }
  const refused = changes.filter(({ size }) => size === 'refused')
  const others = changes.filter(({ size }) => size !== 'refused')
  const messages = [
    ...refused.map((change) => `${LOCK_FILE}: ${shown(change)}: ${change.message}. ${PUT_BACK}`),
    // Minor changes, such as an added route, break no client. They are reported only together with a major change.
    ...(others.some(({ size }) => size === 'major') ? [stale(others)] : []),
  ]
  return { changes, problems: messages.map((message) => ({ kind: 'lock', message })) }
}

/** The advice at the end of a message about a route that has lost a guard. */
export const PUT_BACK: string = `Put the guard back before the route, or delete it from ${LOCK_FILE} if you do not want it.`

function stale(changes: readonly LockChange[]): string {
  const size = changes[0]?.size
  const lines = changes.map(changeLine)
  return [`${LOCK_FILE}: the routes have changed since it was written (${size}). ${LOCK_ANEW}`, ...lines].join('\n')
}

const LOCK_ANEW =
  'Take the change back; or write a changeset, app check --changeset, and lock the routes anew, app routes --lock.'

/** Writes a change as a line: `major GET /users: gone`. */
export function changeLine({ size, place, message }: LockChange): string {
  return `${size.padEnd(5)}  ${place}: ${message}`
}
