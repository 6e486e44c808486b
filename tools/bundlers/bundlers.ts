import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { run } from '../run.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The folder in which the bundlers that are not dependencies of the workspace are installed. */
export const BUNDLERS: string = join(import.meta.dirname, 'node_modules')

/** Installs missing bundlers, and returns the `PATH` on which all bundlers are found. */
export function installBundlers(): string {
  if (!existsSync(join(BUNDLERS, 'next'))) {
    run('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile'], { cwd: import.meta.dirname })
  }
  const folders = [BUNDLERS, join(ROOT, 'test/node_modules'), join(ROOT, 'node_modules')]
  return [...folders.map((folder) => join(folder, '.bin')), process.env.PATH].join(delimiter)
}
