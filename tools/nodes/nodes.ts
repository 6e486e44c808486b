import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run.ts'

const OTHERS = ['20', '22', '26'] as const

/**
 * The Nodes that the packages are proven to run on, by their major: the lowest that they name, those of the lines since,
 * and the one of the tools. Installs what is not there yet.
 */
export function installNodes(): ReadonlyMap<string, string> {
  const nodes = OTHERS.map(
    (major) => [major, join(import.meta.dirname, `node_modules/node-${major}/bin/node`)] as const,
  )
  if (!nodes.every(([, node]) => existsSync(node))) {
    run('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile'], { cwd: import.meta.dirname })
  }
  const [own = ''] = process.versions.node.split('.')
  return new Map([...nodes, [own, process.execPath] as const].sort())
}
