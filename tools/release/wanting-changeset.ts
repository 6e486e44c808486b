import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { changesetsSince } from '../compatibility/last-release.ts'
import { run } from '../run.ts'
import { changedPackages } from './changed-packages.ts'

/**
 * The packages that a branch changes in files that affect users, and that no changeset of the branch names; `base` is
 * the target of the branch. An empty changeset declares that users do not notice the remaining changes: then the list
 * is empty. By itself, the tool `changesets` accepts a branch as soon as it has any changeset.
 */
export function wantingChangeset(root: string, base: string): readonly string[] {
  const start = run('git', ['merge-base', base, 'HEAD'], { cwd: root }).stdout.trim()
  const heads = changesetsSince(root, start).map((file) => readFileSync(join(root, file), 'utf8').split('---')[1] ?? '')
  if (heads.some((head) => head.trim() === '')) return []
  const isNamed = (name: string) => heads.some((head) => head.includes(`'${name}':`) || head.includes(`"${name}":`))
  return changedPackages(root, start).filter((name) => !isNamed(name))
}

if (import.meta.main) {
  const [base = 'origin/main'] = process.argv.slice(2)
  const names = wantingChangeset(join(import.meta.dirname, '../..'), base)
  for (const name of names) console.error(`${name} has changed since ${base}, and no changeset of the branch names it.`)
  if (names.length > 0) {
    console.error('Write one: pnpm changeset. If users see nothing of the change: pnpm changeset --empty.')
    process.exitCode = 1
  }
}
