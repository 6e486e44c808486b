import { spawnSync } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ON_PURPOSE } from '../compatibility/comparison.ts'
import { UNRELEASED } from '../compatibility/last-release.ts'
import { writeGenerated } from '../generated.ts'
import { publicPackages } from '../public-packages.ts'
import { writeFirstChangelogs } from './first-changelogs.ts'
import { leftBehind } from './left-behind.ts'

/**
 * `pnpm release:version`: raises versions and writes change logs by the pending changesets, and deletes the changesets.
 * Writes nothing if a package would get a breaking change while a package that requires it would not.
 */
const root = join(import.meta.dirname, '../..')
const left = leftBehind(root)
if (left.length > 0) {
  console.error(`Nothing was written. These packages require one that gets a breaking change, but would get only a patch or nothing themselves:

${left.map(({ name, needs }) => `  ${name} needs ${needs.join(' and ')}`).join('\n')}

Raise them too. Add to the changeset that announces the breaking change:

${left.map(({ name, level }) => `'${name}': ${level}`).join('\n')}`)
  process.exit(1)
}
// The reasons in this file are for the users of the release that is made now.
writeFileSync(join(root, ON_PURPOSE), '{}\n')
const before = publicPackages(root)
finish('changeset', 'version')
const after = publicPackages(root)
writeFirstChangelogs(
  root,
  Object.keys(after).filter((name) => before[name] === UNRELEASED && after[name] !== UNRELEASED),
)
writeGenerated(root)
finish('biome', 'format', '--write', ...globSync('packages/*/CHANGELOG.md', { cwd: root }))

function finish(command: string, ...args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
