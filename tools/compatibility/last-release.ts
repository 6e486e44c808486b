import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicPackages } from '../public-packages.ts'
import { run } from '../run.ts'

/** The last release: the packages that users have. */
export interface Release {
  readonly commit: string
  /** The tag of the package that was released last; before the first release there is none. */
  readonly tag?: string
}

/**
 * The last release in the history of a work tree: the commit of the newest tag of a package, such as `@app/core@1.2.0`.
 * This commit has every package as it was released last. Before the first release, it is the commit that
 * `first-release.json` names.
 *
 * Gives `undefined` without a history, as in a shallow clone, and on the commit of the first release itself, whose
 * versions are raised and which has no tag yet. Throws an `Error` if the history lacks the commit that the file names.
 */
export function lastRelease(root: string): Release | undefined {
  const tag = git(root, 'describe', '--tags', '--abbrev=0', '--match=@*/*@*')
  if (tag !== undefined) return { tag, commit: run('git', ['rev-list', '-1', tag], { cwd: root }).stdout.trim() }
  if (Object.values(publicPackages(root)).some((version) => version !== UNRELEASED)) return undefined
  const file = 'tools/compatibility/first-release.json'
  const { commit } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { readonly commit: string }
  if (git(root, 'cat-file', '-e', `${commit}^{commit}`) !== undefined) return { commit }
  if (!hasHistory(root)) return undefined
  throw new Error(`${file} names the commit ${commit}, which this repository lacks. Name one that git log shows.`)
}

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

function hasHistory(root: string): boolean {
  return git(root, 'rev-parse', '--is-shallow-repository') === 'false' && git(root, 'rev-parse', 'HEAD~1') !== undefined
}

/** The output of git, without the last line break; `undefined` if it fails. */
function git(root: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: LARGEST })
  return status === 0 ? stdout.replace(/\n$/, '') : undefined
}
