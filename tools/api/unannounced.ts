import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { changesetsSince, fileAt, type Release } from '../compatibility/last-release.ts'
import { sourcePackages } from '../imports.ts'
import { type ApiChange, apiChanges, type Level, levelOf } from './api-changes.ts'

/** A package whose changesets announce less than what its report of exports shows. */
export interface Unannounced {
  readonly name: string
  readonly asked: Level
  /** The most that a changeset since the last release says of it. */
  readonly announced: string | undefined
  readonly changes: readonly ApiChange[]
}

const ORDER = [undefined, 'patch', 'minor', 'major']

/** Whether a change of a version is as large as what changes of the exports ask for. */
export function isAnnounced(asked: Level | undefined, announced: string | undefined): boolean {
  return ORDER.indexOf(announced) >= ORDER.indexOf(asked)
}

/** The packages of a work tree that announce too little of what changed in them since a release. */
export function unannounced(root: string, { commit }: Release): readonly Unannounced[] {
  const levels = announcedSince(root, commit)
  return sourcePackages(root).flatMap(({ name, folder }) => {
    const path = join('packages', basename(folder), 'api.md')
    const before = fileAt(root, commit, path)
    // Nobody has a package that was not there yet.
    if (before === undefined) return []
    const changes = apiChanges(before, readFileSync(join(root, path), 'utf8'))
    const [asked, announced] = [levelOf(changes), levels.get(name)]
    if (asked === undefined || isAnnounced(asked, announced)) return []
    return [{ name, asked, announced, changes: changes.filter(({ level }) => level === asked) }]
  })
}

/** The most that changesets since a commit say of each package. */
function announcedSince(root: string, commit: string): ReadonlyMap<string, string> {
  const levels = new Map<string, string>()
  for (const file of changesetsSince(root, commit)) {
    const [, head = ''] = readFileSync(join(root, file), 'utf8').split('---')
    for (const [, name = '', level = ''] of head.matchAll(/^['"]?(@[\w/-]+)['"]?: (major|minor|patch)$/gm)) {
      if (ORDER.indexOf(level) > ORDER.indexOf(levels.get(name))) levels.set(name, level)
    }
  }
  return levels
}
