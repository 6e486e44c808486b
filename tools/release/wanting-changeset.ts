import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { changesetsSince, filesAt } from '../compatibility/last-release.ts'
import { type Manifest, sourcePackages } from '../imports.ts'
import { run } from '../run.ts'
import { changedPackages } from './changed-packages.ts'

/**
 * The packages that a branch changes, and that no changeset of the branch names; `base` is the target of the branch.
 * `required` have a change that users see for sure: of exports, of a range of a dependency, of the supported Node, or
 * of a template. For `others`, people decide.
 */
export function wantingChangeset(root: string, base: string): { required: string[]; others: string[] } {
  const start = run('git', ['merge-base', base, 'HEAD'], { cwd: root }).stdout.trim()
  const heads = changesetsSince(root, start).map((file) => readFileSync(join(root, file), 'utf8').split('---')[1] ?? '')
  const isNamed = (name: string) => heads.some((head) => head.includes(`'${name}':`) || head.includes(`"${name}":`))
  const required = visiblyChanged(root, start).filter((name) => !isNamed(name))
  const others = changedPackages(root, start).filter((name) => !isNamed(name) && !required.includes(name))
  return { required, others }
}

function visiblyChanged(root: string, start: string): readonly string[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const [catalog = ''] = filesAt(root, start, ['pnpm-workspace.yaml'])
  const { stdout: templates } = run('git', ['diff', '--name-only', start, '--', 'packages/*/templates/*'], {
    cwd: root,
  })
  return sourcePackages(root)
    .filter(({ folder, manifest }) => {
      if (manifest.private) return false
      const [report, packageJson] = ['api.md', 'package.json'].map((file) => relative(root, join(folder, file)))
      const [reportBefore = '', before = '{}'] = filesAt(root, start, [report as string, packageJson as string])
      return (
        reportBefore !== read(report as string) ||
        needsOf(JSON.parse(before), catalog) !== needsOf(manifest, read('pnpm-workspace.yaml')) ||
        templates.includes(`${relative(root, folder)}/`)
      )
    })
    .map(({ name }) => name)
}

/** The ranges that a manifest requires, as pnpm packs them, and the versions of Node. */
function needsOf({ dependencies, peerDependencies, engines }: Manifest, catalog: string): string {
  const ranges = Object.entries({ ...dependencies, ...peerDependencies }).map(([name, range]) => {
    const line = new RegExp(`^ {2}"?${name.replaceAll('.', '\\.')}"?: (.+)$`, 'm')
    return [name, range === 'catalog:' ? line.exec(catalog)?.[1] : range]
  })
  return JSON.stringify([ranges, engines])
}

if (import.meta.main) {
  const [base = 'origin/main'] = process.argv.slice(2)
  const { required, others } = wantingChangeset(join(import.meta.dirname, '../..'), base)
  for (const name of others)
    console.log(`${name} has changed without a changeset, which is right if users see nothing.`)
  for (const name of required) console.error(`Users see a change of ${name}. Write a changeset: pnpm changeset`)
  if (required.length > 0) process.exitCode = 1
}
