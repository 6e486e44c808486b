import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run.ts'

const MAJORS = ['20', '22', '24', '26'] as const

/**
 * Installs the versions of Node on which the packages are tested, if they are missing, and returns the path of each
 * executable by its major version. The versions are the lowest that the packages support, and the newest; with
 * `isEvery`, also the lowest of each major in between.
 */
export function installNodes(isEvery: boolean = Boolean(process.env.FULL)): ReadonlyMap<string, string> {
  const all = MAJORS.map((major) => [major, join(import.meta.dirname, `node_modules/node-${major}/bin/node`)] as const)
  if (!all.every(([, node]) => existsSync(node))) {
    run('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile'], { cwd: import.meta.dirname })
  }
  return new Map(isEvery ? all : [all[0], all.at(-1)].flatMap((node) => (node ? [node] : [])))
}
