import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Comparison } from './compatibility/comparison.ts'
import { lastRelease, type Release } from './compatibility/last-release.ts'
import { PLANTED_BREAKS } from './compatibility/planted-breaks.ts'
import { nextTree, releasedTree } from './compatibility/trees.ts'
import { newFolder } from './new-folder.ts'
import { Steps } from './rehearsal/steps.ts'
import { printTable } from './rehearsal/table.ts'
import { changedPackages } from './release/changed-packages.ts'

const ROOT = join(import.meta.dirname, '..')
/**
 * The folder for the tarballs of released packages; they are kept between runs, since released packages never change.
 */
const KEPT = join(import.meta.dirname, 'registry/released')

/**
 * With `--all`, all packages are exchanged between the two releases, not only those that have changed since the last
 * release.
 */
const isFull = process.argv.includes('--all')
const folder = newFolder('compatibility')
// Processes that are started below put their temporary files into this folder, so that the files are deleted with it.
process.env.TMPDIR = folder
const steps = new Steps()

try {
  const release = lastRelease(ROOT)
  if (release) await rehearse(release)
  else
    console.log(
      'Not compared with the last release: this clone has no tag of it. Get it by git fetch --unshallow --tags.',
    )
  rmSync(folder, { recursive: true, force: true })
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\nThe files of this run are kept in ${folder}`)
  process.exitCode = 1
}
steps.total()

/**
 * Runs the tests of the last release on the packages of the next release, and the tests of the next release on the
 * packages of the last; fails if a test shows that a promise is broken, or if the comparison overlooks any of the
 * breaking changes that it makes on purpose (`PLANTED_BREAKS`).
 */
async function rehearse(release: Release): Promise<void> {
  const released = await steps.take(`build the last release, ${release.tag ?? release.commit.slice(0, 12)}`, () =>
    releasedTree(ROOT, release, join(folder, 'released'), KEPT),
  )
  const next = await steps.take('build the next release', () => nextTree(ROOT, release, released, join(folder, 'next')))
  const changed = isFull ? Object.keys(next.versions) : changedPackages(ROOT, release.commit)
  console.log(`Exchanged: ${isFull ? 'all packages' : changed.join(', ') || 'none, as no package has changed'}.`)
  const comparison = await steps.take(
    'pack what is exchanged',
    () => new Comparison(released, next, ROOT, release, changed),
  )

  const onNext = await steps.take('run the tests of the last release on the packages of the next', () =>
    comparison.onNext(),
  )
  const found: string[] = []
  for (const planted of PLANTED_BREAKS) {
    await steps.take(`refuse ${planted.name}`, () => {
      const refused = comparison.refusalsOf(planted)
      if (refused.length === 0) {
        throw new Error(`The comparison does not find the planted break ${planted.name}: "${planted.to}"`)
      }
      found.push(`${planted.name}: ${refused[0]}${refused.length > 1 ? `; and ${refused.length - 1} more` : ''}`)
    })
  }
  const onReleased = await steps.take('run the tests of the next release on the packages of the last', () =>
    comparison.onReleased(),
  )

  const { rows, refused } = comparison.verdict(onNext, onReleased)
  printTable(['', 'released', 'next', 'released on next', 'next on released', 'exports'], rows)
  console.log(['The planted breaks are refused, as they have to be:', ...found, ''].join('\n'))
  if (refused.length > 0) throw new Error(refused.join('\n'))
}
