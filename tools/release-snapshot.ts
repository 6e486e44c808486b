import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { addChangeset } from './add-changeset.ts'
import { cleanCopy } from './clean-copy.ts'
import { newFolder } from './new-folder.ts'
import { publicPackages } from './public-packages.ts'
import { run } from './run.ts'

/**
 * Publishes the work tree under a dist-tag (`snapshot`, or the first argument), from a copy, so that it stays as it is.
 *
 * A snapshot has to name every public package: a peer range such as `^1.0.0` takes no pre-release.
 */
const tag = process.argv[2] ?? 'snapshot'
const copy = newFolder('snapshot')
try {
  cleanCopy(join(import.meta.dirname, '..'), copy)
  addChangeset(copy, 'patch', Object.keys(publicPackages(copy)), 'A snapshot.')
  run('pnpm', ['build'], { cwd: copy })
  run('pnpm', ['changeset', 'version', '--snapshot', tag], { cwd: copy })
  run('pnpm', ['release:publish', '--tag', tag, '--no-git-tag'], { cwd: copy })
  for (const [name, version] of Object.entries(publicPackages(copy))) console.log(`${name}@${version}`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}
