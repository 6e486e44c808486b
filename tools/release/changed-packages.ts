import { readFileSync } from 'node:fs'
import { basename, join, matchesGlob, relative } from 'node:path'
import { sourcePackages } from '../imports.ts'
import { run } from '../run.ts'

/**
 * The public packages of a work tree in which files that affect users have changed since a commit. Such files match
 * `changedFilePatterns` in `.changeset/config.json`.
 */
export function changedPackages(root: string, commit: string): readonly string[] {
  const { stdout } = run('git', ['diff', '--name-only', '--no-renames', '-z', commit], { cwd: root })
  const changed = stdout.split('\0').filter(Boolean)
  const config = readFileSync(join(root, '.changeset/config.json'), 'utf8')
  const { changedFilePatterns } = JSON.parse(config) as { readonly changedFilePatterns: readonly string[] }
  return sourcePackages(root)
    .filter(({ folder, manifest }) => {
      const files = changed.map((file) => relative(join('packages', basename(folder)), file))
      return !manifest.private && files.some((file) => isFor(changedFilePatterns, file))
    })
    .map(({ name }) => name)
}

/** True if patterns include a file; the last pattern that matches the file decides. */
function isFor(patterns: readonly string[], file: string): boolean {
  const last = patterns.findLast((pattern) => matchesGlob(file, pattern.replace('!', '')))
  return last !== undefined && !last.startsWith('!')
}
