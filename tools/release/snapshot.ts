import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { addChangeset } from '../add-changeset.ts'
import { builtCopy } from '../clean-copy.ts'
import { newFolder } from '../new-folder.ts'
import { publicPackages } from '../public-packages.ts'
import { run } from '../run.ts'

/**
 * Publishes the work tree under a dist-tag (`snapshot`, or the first argument), from a copy, so that the work tree
 * stays unchanged. A snapshot has to include every public package: a peer range such as `^1.0.0` excludes pre-releases.
 */
const tag = process.argv[2] ?? 'snapshot'
const root = join(import.meta.dirname, '../..')
const copy = newFolder('snapshot')
try {
  run('pnpm', ['build'], { cwd: root })
  builtCopy(root, copy)
  addChangeset(copy, 'patch', Object.keys(publicPackages(copy)), 'A snapshot.')
  run('pnpm', ['changeset', 'version', '--snapshot', tag], { cwd: copy })
  run('pnpm', ['release:publish', '--tag', tag, '--no-git-tag'], { cwd: copy })
  console.log(describeSet(publicPackages(copy), tag))
} finally {
  rmSync(copy, { recursive: true, force: true })
}

/**
 * The text about a snapshot that the command prints: all versions, and the overrides by which an application gets them.
 * Overrides also hold for the dependencies of packages of other authors, whose ranges exclude pre-releases.
 */
function describeSet(versions: Readonly<Record<string, string>>, tag: string): string {
  const names = Object.keys(versions)
  return `${names.map((name) => `${name}@${versions[name]}`).join('\n')}

Install these versions together: beside a released package of ours, one of them would bring a second copy of a package that
both need. An application without packages of other teams installs them by npm install ${names.find((name) => name === '@app/core')}@${tag} and so on.
The ranges of other teams' packages exclude pre-releases: with such packages, the application has to name these versions
exactly, without a caret, and needs these overrides, in package.json for npm, in pnpm-workspace.yaml for pnpm, or under the
name "resolutions" in package.json for yarn:

${JSON.stringify({ overrides: versions }, undefined, 2)}`
}
