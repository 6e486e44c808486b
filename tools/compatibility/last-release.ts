import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicPackages } from '../public-packages.ts'

/** The last release, or the reason why there is none to compare with. */
export type LastRelease = { readonly commit: string } | { readonly none: string }

/**
 * Finds the last release in the history of a work tree: the newest commit before `HEAD` that raised the version of a
 * package. Neither tags nor notes are needed. On the commit of a release this is the release before it, so that the
 * commit is compared with the packages that users have.
 *
 * In CI, throws an `Error` if packages were released and the clone lacks the history. Elsewhere that is a reason.
 */
export function lastRelease(root: string, env: NodeJS.ProcessEnv = process.env): LastRelease {
  if (Object.values(publicPackages(root)).every((version) => version === UNRELEASED)) {
    return { none: 'nothing is released yet' }
  }
  const commit = newestRaise(root, 'HEAD~1')
  const isWhole = git(root, 'rev-parse', '--is-shallow-repository') === 'false'
  // The oldest commit of a shallow clone seems to have added all files, and so to have raised all versions.
  if (commit && (isWhole || git(root, 'rev-parse', '--verify', '--quiet', `${commit}^`))) return { commit }
  if (isWhole) return { none: 'this is the first release' }
  if (env.CI) throw new Error('The history of the last release is missing: check out with fetch-depth: 0.')
  return { none: 'this clone has no history; get it by git fetch --unshallow' }
}

/** True if the newest commit is that of a release. */
export function isReleaseCommit(root: string): boolean {
  return newestRaise(root, 'HEAD') === git(root, 'rev-parse', 'HEAD')
}

/** Returns the newest commit that raised the version of a package, from `from` back in the history. */
function newestRaise(root: string, from: string): string | undefined {
  const raises = ['-1', '--format=%H', '--no-renames', '--diff-filter=AM', `-G${RELEASED}`]
  return git(root, 'log', from, ...raises, '--', 'packages/*/package.json')
}

/** Matches the line of a manifest with the version of a released package. */
const RELEASED = '^  "version": "(0\\.0\\.[1-9]|0\\.[1-9]|[1-9])'

/** The texts of files in a commit, in the order of their paths; `undefined` for a file that does not exist. */
export function filesAt(root: string, commit: string, paths: readonly string[]): readonly (string | undefined)[] {
  // One process of git reads all files, since starting git takes longer than reading a file.
  const input = paths.map((path) => `${commit}:${path}\n`).join('')
  const { stdout } = spawnSync('git', ['cat-file', '--batch'], { cwd: root, input, maxBuffer: LARGEST })
  let at = 0
  return paths.map(() => {
    const end = stdout.indexOf('\n', at)
    const [, size] = /^\S+ blob (\d+)$/.exec(stdout.toString('utf8', at, end)) ?? []
    at = end + 1
    if (size === undefined) return undefined
    const text = stdout.toString('utf8', at, at + Number(size))
    at += Number(size) + 1
    return text
  })
}

const LARGEST = 256 * 1024 * 1024

/** The paths of the changesets of a work tree that are new or changed since a commit. */
export function changesetsSince(root: string, commit: string): readonly string[] {
  const paths = globSync('.changeset/*.md', { cwd: root })
  const texts = filesAt(root, commit, paths)
  return paths.filter((path, i) => texts[i]?.trim() !== readFileSync(join(root, path), 'utf8').trim())
}

/** The version in the manifest of a package that was never released. */
export const UNRELEASED = '0.0.0'

/** The output of git, without the last line break; `undefined` if it fails. */
function git(root: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: LARGEST })
  return status === 0 ? stdout.replace(/\n$/, '') : undefined
}
