import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { changesetsSince, fileAt, type Release } from '../compatibility/last-release.ts'
import { sourcePackages } from '../imports.ts'
import { type ApiChange, type Level, levelOf } from './api-changes.ts'
import { judgedChanges, staleJudgements } from './judged-changes.ts'

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
export function unannounced(root: string, release: Release): readonly Unannounced[] {
  const levels = announcedSince(root, release.commit)
  return changesSince(root, release).flatMap(({ name, changes }) => {
    const [asked, announced] = [levelOf(changes), levels.get(name)]
    if (asked === undefined || isAnnounced(asked, announced)) return []
    return [{ name, asked, announced, changes: changes.filter(({ level }) => level === asked) }]
  })
}

/** What stands in the way of a release of a work tree, line by line, with what to write instead. */
export function unannouncedLines(root: string, release: Release): readonly string[] {
  const lines = unannounced(root, release).flatMap(({ name, asked, announced, changes }) => [
    `${name} asks for a ${asked}, and ${announced ? `its changesets say ${announced}` : 'has no new changeset'}:`,
    ...changes.map(({ where, what }) => `- ${where} ${what}`),
    asked === 'major'
      ? `Write a changeset with '${name}': major. Where no program stops compiling, say why in tools/api/takes-more.json, ` +
        'or, of an interface that only the package makes, @sealed in its comment.'
      : `Write a changeset with '${name}': ${asked}.`,
  ])
  return [...lines, ...staleJudgements(changesSince(root, release).flatMap(({ changes }) => changes))]
}

/** Each package that was released, with what changed of its exports. */
function changesSince(root: string, { commit }: Release) {
  return sourcePackages(root).flatMap(({ name, folder }) => {
    const path = join('packages', basename(folder), 'api.md')
    const before = fileAt(root, commit, path)
    // Nobody has a package that was not there yet.
    if (before === undefined) return []
    return [{ name, changes: judgedChanges(before, readFileSync(join(root, path), 'utf8')) }]
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
