import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Comparison } from './compatibility/comparison.ts'
import { lastRelease } from './compatibility/last-release.ts'
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
 * With `--all`, all packages are exchanged between the two releases floor by floor, and the tests of both releases run.
 * Otherwise those that have changed since the last release are exchanged at once, and its tests run.
 */
const isFull = process.argv.includes('--all')
const folder = newFolder('compatibility')
// Processes that are started below put their temporary files into this folder, so that the files are deleted with it.
process.env.TMPDIR = folder
const steps = new Steps()

try {
  const release = lastRelease(ROOT)
  if ('commit' in release) await rehearse(release.commit)
  else console.log(`Not compared with the last release: ${release.none}.`)
  rmSync(folder, { recursive: true, force: true })
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\nThe files of this run are kept in ${folder}`)
  process.exitCode = 1
}
steps.total()

/**
 * Runs the tests of the last release on the packages of the next release, and with `--all` the tests of the next release
 * on the packages of the last; fails if a test shows that a promise is broken.
 */
async function rehearse(commit: string): Promise<void> {
  const released = await steps.take(`build the last release, ${commit.slice(0, 12)}`, () =>
    releasedTree(ROOT, commit, join(folder, 'released'), KEPT),
  )
  const next = await steps.take('build the next release', () => nextTree(ROOT, join(folder, 'next')))
  const changed = isFull ? Object.keys(next.versions) : changedPackages(ROOT, commit)
  console.log(`Exchanged: ${isFull ? 'all packages' : changed.join(', ') || 'none, as no package has changed'}.`)
  const comparison = await steps.take(
    'pack what is exchanged',
    () => new Comparison(released, next, ROOT, changed, isFull),
  )
  const onNext = await steps.take('run the tests of the last release on the packages of the next', () =>
    comparison.onNext(),
  )
  const onReleased = isFull
    ? await steps.take('run the tests of the next release on the packages of the last', () => comparison.onReleased())
    : undefined
  const { rows, refused } = comparison.verdict(onNext, onReleased)
  printTable(['', 'released', 'next', 'released on next', ...(onReleased ? ['next on released'] : [])], rows)
  if (refused.length > 0) throw new Error(refused.join('\n'))
}
