import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesAt, lastRelease, type Release } from './last-release.ts'

/** Notes of people about changes, each with its reason. */
export type Notes = Readonly<Record<string, string>>

/**
 * Names changes that look as if they broke a promise and break no program, by where they are: declarations that take more than
 * before, such as a longer union that users hand in, or another line of what a package does that nobody notices.
 */
export const TAKES_MORE = 'tools/api/takes-more.json'

/** Names tests of the last release that fail on purpose, each of which a changeset explains. */
export const ON_PURPOSE = 'tools/compatibility/changed-on-purpose.json'

/**
 * The notes of a file that were written since a release, without those that its commit has as they are.
 *
 * A note about a change is true of the released commit, and means nothing once that commit is the last release.
 */
export function notesSince(root: string, { commit }: Release, path: string): Notes {
  const [text = '{}'] = filesAt(root, commit, [path])
  const before = read(text)
  const now = existsSync(join(root, path)) ? Object.entries(read(readFileSync(join(root, path), 'utf8'))) : []
  return Object.fromEntries(now.filter(([key, reason]) => before[key] !== reason))
}

/** Takes the notes on earlier releases out of their files, for the commit of the next one. */
export function forgetReleased(root: string): void {
  const release = lastRelease(root)
  if (release === undefined) return
  for (const path of [TAKES_MORE, ON_PURPOSE].filter((path) => existsSync(join(root, path)))) {
    writeFileSync(join(root, path), `${JSON.stringify(notesSince(root, release, path), undefined, 2)}\n`)
  }
}

function read(text: string): Notes {
  return JSON.parse(text) as Notes
}
