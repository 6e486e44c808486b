import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from '@app/config'
import type { LockChange, LockedRoute, RoutesLock } from '@app/proofs'
import { importQuietly, type LoadedApplication } from '../application/load-application.ts'
import { proofsOf } from '../application/proofs.ts'
import { CommandError } from '../command.ts'
import { changesOfEndpoints, type DescribedEndpoints, describedEndpoints } from './described-endpoints.ts'

/** The name of the file beside `package.json` in which `app routes --lock` locks the routes of an application. */
export const LOCK_FILE = 'routes.lock.json'

/** The content of `routes.lock.json`: the routes, and the schemas of endpoints. */
export interface Lock extends RoutesLock {
  readonly endpoints?: DescribedEndpoints
}

/** Makes the content of `routes.lock.json` from the present routes of the application. */
export async function currentLock(loaded: LoadedApplication): Promise<Lock> {
  const { application, root, file } = loaded
  const { routesLock } = await proofsOf(loaded)
  return importQuietly(file, async () => {
    const { routes } = await routesLock(application)
    const endpoints = await describedEndpoints(application, root)
    return { routes, ...(endpoints && { endpoints }) }
  })
}

/**
 * Reads `routes.lock.json`; returns `undefined` if the project has no such file. Throws `CommandError` for a file that
 * is not JSON, or has no `routes`.
 */
export function readLock(root: string): Lock | undefined {
  const file = join(root, LOCK_FILE)
  if (!existsSync(file)) return undefined
  try {
    const lock = JSON.parse(readText(file)) as Lock
    if (typeof lock.routes === 'object' && lock.routes !== null) return lock
    throw new Error('it has no "routes"')
  } catch (error) {
    throw CommandError.problem(
      `${LOCK_FILE} cannot be read: ${(error as Error).message}. Delete it, and write it anew: app routes --lock.`,
      { cause: error },
    )
  }
}

/**
 * Returns the changes from the older to the newer content of `routes.lock.json`: first lost guards and lost enforced
 * metadata, then changes that break clients, then other changes.
 */
export async function changesOf(before: Lock, after: Lock, loaded: LoadedApplication): Promise<readonly LockChange[]> {
  const { compareLocks } = await proofsOf(loaded)
  const routes = compareLocks(before, after)
  const endpoints = await changesOfEndpoints(before.endpoints, after.endpoints, { routes, root: loaded.root })
  const bySize = (size: LockChange['size']) => [...routes, ...endpoints].filter((change) => change.size === size)
  return [...bySize('refused'), ...bySize('major'), ...bySize('minor')]
}

/**
 * Returns the text of `routes.lock.json`. It leaves out the names of the files that define the routes, so that moving a
 * route to another file does not change the text.
 */
export function lockText({ routes, ...others }: Lock): string {
  const kept = Object.entries(routes).map(([key, { from: _, ...route }]) => [key, route])
  return `${JSON.stringify({ routes: Object.fromEntries(kept), ...others }, undefined, 2)}\n`
}

/** Returns the file that defines the changed route; for a change of several routes, the file of the first one. */
export function fileOf({ place }: LockChange, { routes }: Lock): string | undefined {
  const route: LockedRoute | undefined = routes[place.split(', ')[0]?.replace(/ and \d+ more$/, '') ?? '']
  return route?.from
}
