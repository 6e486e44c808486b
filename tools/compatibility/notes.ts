import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesAt, lastRelease, type Release } from './last-release.ts'

/** Reasons that people have written for changes, by the name of the change or of a failing test. */
export type Notes = Readonly<Record<string, string>>

/**
 * The file of the changes that look as if they broke a promise but break no program, each under the name that changed.
 * These are declarations that accept more than before, such as a longer union as a parameter, and lines about
 * behaviour, such as a default, whose change no program notices.
 */
export const TAKES_MORE = 'tools/api/takes-more.json'

/** The file of the tests of the last release that fail on purpose. A changeset explains each of them. */
export const ON_PURPOSE = 'tools/compatibility/changed-on-purpose.json'

/**
 * Of the notes in a file, those that the commit of a release lacks, or has with another text. A note describes a change
 * since the last release: once a release contains the note, the note is out of date.
 */
export function notesSince(root: string, { commit }: Release, path: string): Notes {
  const [text = '{}'] = filesAt(root, commit, [path])
  const before = read(text)
  const now = existsSync(join(root, path)) ? Object.entries(read(readFileSync(join(root, path), 'utf8'))) : []
  return Object.fromEntries(now.filter(([key, reason]) => before[key] !== reason))
}

/**
 * Removes from the files `TAKES_MORE` and `ON_PURPOSE` the notes that the last release already contains, so that the
 * next release does not have them.
 */
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
