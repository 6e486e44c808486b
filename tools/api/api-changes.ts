import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import semver from 'semver'
import { changesetsSince, filesAt } from '../compatibility/last-release.ts'
import { sourcePackages } from '../imports.ts'
import { ADDED, NOT_EXPORTED, sectionsIn } from './read-report.ts'

/**
 * The exports of a work tree that are new or gone since a commit, and whose packages announce less than that: a removed
 * export requires a major, a new one a minor. A changeset announces its level; after `changeset version`, the raised
 * version does.
 */
export function unannounced(root: string, commit: string): readonly string[] {
  const levels = announcedSince(root, commit)
  return sourcePackages(root).flatMap(({ name, folder, manifest }) => {
    const paths = ['api.md', 'package.json'].map((file) => relative(root, join(folder, file)))
    const [report, released] = filesAt(root, commit, paths)
    // A package that did not exist before has no users whom a change could break.
    if (report === undefined || released === undefined) return []
    const { version } = JSON.parse(released) as { readonly version: string }
    const raised = semver.diff(version, manifest.version ?? version) ?? ''
    const announced = Math.max(LEVELS.indexOf(raised), ...(levels.get(name) ?? []))
    return exportChanges(report, readFileSync(join(folder, 'api.md'), 'utf8')).flatMap(({ level, what }) =>
      LEVELS.indexOf(level) > announced ? [`${what}: write a changeset with '${name}': ${level}`] : [],
    )
  })
}

/** The levels of changesets, the smallest first. */
const LEVELS = ['patch', 'minor', 'major']

/** The names that only one of two reports of a package exports. The door `/internal` promises nothing. */
export function exportChanges(before: string, after: string): readonly { level: string; what: string }[] {
  const [old, now] = [exportsIn(before), exportsIn(after)]
  return [
    ...old.filter((name) => !now.includes(name)).map((name) => ({ level: 'major', what: `${name} is gone` })),
    ...now.filter((name) => !old.includes(name)).map((name) => ({ level: 'minor', what: `${name} is new` })),
  ]
}

function exportsIn(report: string): readonly string[] {
  const doors = [...sectionsIn(report)].filter(
    ([title]) => title !== NOT_EXPORTED && !title.startsWith(ADDED) && !title.endsWith('/internal'),
  )
  return doors.flatMap(([door, names]) => [...names.keys()].map((name) => `${door}: ${name}`))
}

function announcedSince(root: string, commit: string): ReadonlyMap<string, readonly number[]> {
  const levels = new Map<string, readonly number[]>()
  for (const file of changesetsSince(root, commit)) {
    const [, head = ''] = readFileSync(join(root, file), 'utf8').split('---')
    for (const [, name = '', level = ''] of head.matchAll(/^['"]?(@[\w/-]+)['"]?: (\w+)$/gm)) {
      levels.set(name, [...(levels.get(name) ?? []), LEVELS.indexOf(level)])
    }
  }
  return levels
}
