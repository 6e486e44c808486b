import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesAt, lastRelease, type Release } from './last-release.ts'

/** Reasons that people have written for changes, by the name of the change or of a failing test. */
export type Notes = Readonly<Record<string, string>>

/**
 * Names changes that look as if they broke a promise but break no program, each by the name that changed: declarations
 * that accept more than before, such as a longer union as a parameter, or a changed line about the behaviour that no
 * program notices.
 */
export const TAKES_MORE = 'tools/api/takes-more.json'

/** Names tests of the last release that fail on purpose, each of which a changeset explains. */
export const ON_PURPOSE = 'tools/compatibility/changed-on-purpose.json'

/**
 * The notes of a file that are new or changed since the commit of a release. A note describes a change since the last
 * release, and has no meaning once its commit is the last release.
 */
export function notesSince(root: string, { commit }: Release, path: string): Notes {
  const [text = '{}'] = filesAt(root, commit, [path])
  const before = read(text)
  const now = existsSync(join(root, path)) ? Object.entries(read(readFileSync(join(root, path), 'utf8'))) : []
  return Object.fromEntries(now.filter(([key, reason]) => before[key] !== reason))
}

/** Removes the notes on earlier releases from their files, for the commit of the next release. */
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
