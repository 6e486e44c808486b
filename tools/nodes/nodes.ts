import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run.ts'

const MAJORS = ['20', '22', '24', '26'] as const
const FOLDER = import.meta.dirname

/**
 * Installs the versions of Node on which the packages are tested, if they are missing, and returns the path of each
 * executable by its major version. The versions are the lowest that the packages support, and the newest; with
 * `isEvery`, also the lowest of each major in between.
 */
export function installNodes(isEvery: boolean = Boolean(process.env.FULL)): ReadonlyMap<string, string> {
  const all = MAJORS.map((major) => [major, join(FOLDER, `node_modules/node-${major}/bin/node`)] as const)
  const isInstalled = () => all.every(([, node]) => existsSync(node))
  if (!isInstalled()) installAside(isInstalled)
  return new Map(isEvery ? all : [all[0], all.at(-1)].flatMap((node) => (node ? [node] : [])))
}

/** Test files that run at the same time would each install into `node_modules`, and break what another one installs. */
function installAside(isInstalled: () => boolean): void {
  const aside = join(FOLDER, '.temp', String(process.pid))
  mkdirSync(aside, { recursive: true })
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']) {
    copyFileSync(join(FOLDER, file), join(aside, file))
  }
  try {
    run('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile'], { cwd: aside })
    // Another process may have been faster, and its tests run already.
    if (isInstalled()) return
    rmSync(join(FOLDER, 'node_modules'), { recursive: true, force: true })
    renameSync(join(aside, 'node_modules'), join(FOLDER, 'node_modules'))
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}
