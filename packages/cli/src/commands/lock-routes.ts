import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeApplication, resolveAll } from '../application/describe-application.ts'
import { loadApplication } from '../application/load-application.ts'
import { causesOf } from '../check/causes.ts'
import { CommandError, type CommonOptions } from '../command.ts'
import { changesOf, currentLock, LOCK_FILE, lockText, readLock } from '../lock/lock-file.ts'
import { changeLine, PUT_BACK } from '../lock/locked-routes.ts'
import { plural } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'

/**
 * Writes the routes to `routes.lock.json`, and prints the changes since this file was last written.
 *
 * Writes nothing and throws `CommandError` if a service cannot be made, or if a route has lost a guard.
 */
export async function lockRoutes(terminal: Terminal, { app, json }: CommonOptions): Promise<void> {
  const { loaded, lock, changes } = await terminal.during('Locking', async () => {
    const loaded = await loadApplication(app)
    const problems = await resolveAll(loaded)
    if (problems.length > 0) {
      const causes = causesOf(problems, describeApplication(loaded))
      throw CommandError.problem(`Not everything can be made, so nothing was written:\n${causes.join('\n')}`)
    }
    const lock = await currentLock(loaded)
    const before = readLock(loaded.root)
    return { loaded, lock, changes: before === undefined ? [] : await changesOf(before, lock, loaded) }
  })
  const refused = changes.filter(({ size }) => size === 'refused')
  if (refused.length > 0) {
    const lines = refused.map(({ place, message }) => `${place}: ${message}`)
    throw CommandError.problem([`A route has lost a guard, so nothing was written. ${PUT_BACK}`, ...lines].join('\n'))
  }
  writeFileSync(join(loaded.root, LOCK_FILE), lockText(lock))
  const count = Object.keys(lock.routes).length
  if (json) return terminal.printJson({ file: LOCK_FILE, routes: count, changes })
  for (const change of changes) terminal.print(changeLine(change))
  terminal.print(`Wrote ${LOCK_FILE}: ${plural(count, 'route')}.`)
}
