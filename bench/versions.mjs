import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const read = (...path) => JSON.parse(readFileSync(join(import.meta.dirname, ...path), 'utf8'))

/** The versions of all compared libraries; ours is the current commit, with `-dirty` if files differ from it. */
export function versions() {
  const libraries = Object.keys(read('package.json').dependencies)
  const found = libraries.map((name) => [name, read('node_modules', name, 'package.json').version])
  const { stdout } = spawnSync('git', ['describe', '--always', '--dirty'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  return { ours: stdout?.trim() || 'unknown', ...Object.fromEntries(found) }
}
