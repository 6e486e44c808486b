import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run.ts'

/**
 * `pnpm mutation router path adapter` changes the folders `path` and `adapter` of `@app/router`, one small mistake at a
 * time, and prints the share of the mistakes that a test notices. Without folders, the whole package: hours.
 */
const [name, ...folders] = process.argv.slice(2)
if (name === undefined) {
  console.error('Name a package, and perhaps folders of its src: pnpm mutation router path adapter')
  process.exit(2)
}
if (!existsSync(join(import.meta.dirname, 'node_modules'))) {
  run('npx', ['-y', 'pnpm@12', 'install', '--frozen-lockfile'], { cwd: import.meta.dirname })
}
const stryker = join(import.meta.dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const env = { ...process.env, MUTATED: name, FOLDERS: folders.join() || '**' }
const args = [stryker, 'run', 'tools/mutation/stryker.config.mjs']
const { status } = spawnSync(process.execPath, args, { cwd: join(import.meta.dirname, '../..'), env, stdio: 'inherit' })
process.exitCode = status ?? 1
