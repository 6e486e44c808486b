import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run.ts'

const OTHERS = ['20', '22', '26'] as const

/**
 * Installs the versions of Node on which the packages are tested, if they are missing, and gives the path of each
 * executable by its major version. The versions are the lowest that the packages support, and the newest; if the
 * variable `FULL` is set, also the majors in between, and the Node that runs this program.
 */
export function installNodes(): ReadonlyMap<string, string> {
  const nodes = OTHERS.map(
    (major) => [major, join(import.meta.dirname, `node_modules/node-${major}/bin/node`)] as const,
  )
  if (!nodes.every(([, node]) => existsSync(node))) {
    run('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile'], { cwd: import.meta.dirname })
  }
  const [own = ''] = process.versions.node.split('.')
  const all = [...nodes, [own, process.execPath] as const].sort()
  return new Map(process.env.FULL ? all : [all[0], all.at(-1)].flatMap((node) => (node ? [node] : [])))
}
