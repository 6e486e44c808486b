import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import semver from 'semver'
import { changesetsSince, filesAt, type Release } from '../compatibility/last-release.ts'
import { notesSince, TAKES_MORE } from '../compatibility/notes.ts'
import { sourcePackages } from '../imports.ts'
import { type ApiChange, type Level, levelOf } from './api-changes.ts'
import { judgedChanges, staleJudgements } from './judged-changes.ts'
import { sectionsOf } from './read-report.ts'

/** A package whose changesets and version announce a smaller change than its `api.md` shows. */
export interface Unannounced {
  readonly name: string
  readonly asked: Level
  /**
   * The largest level that a changeset since the last release announces, or the level by which the version was raised
   * since then, whichever is larger; `undefined` if there is neither.
   */
  readonly announced: string | undefined
  readonly changes: readonly ApiChange[]
}

const ORDER = [undefined, 'patch', 'minor', 'major']

/** Whether the announced level is at least the level that the changes require (`asked`). */
export function isAnnounced(asked: string | undefined, announced: string | undefined): boolean {
  return ORDER.indexOf(announced) >= ORDER.indexOf(asked)
}

function larger(one: string | undefined, other: string | undefined): string | undefined {
  return isAnnounced(one, other) ? other : one
}

/**
 * The packages of a work tree whose exports or behaviour have changed since a release by more than their changesets and
 * versions announce.
 */
export function unannounced(root: string, release: Release): readonly Unannounced[] {
  return tooSmall(changesSince(root, release), announcedSince(root, release.commit))
}

function tooSmall(packages: readonly Changed[], levels: ReadonlyMap<string, string>): readonly Unannounced[] {
  return packages.flatMap(({ name, raised, changes }) => {
    const [asked, announced] = [levelOf(changes), larger(raised, levels.get(name))]
    if (asked === undefined || isAnnounced(asked, announced)) return []
    return [{ name, asked, announced, changes: changes.filter(({ level }) => level === asked) }]
  })
}

/**
 * The messages about packages that announce smaller changes than they have, each with the changeset to write, and about
 * entries of `takes-more.json` whose change was undone.
 */
export function unannouncedLines(root: string, release: Release): readonly string[] {
  const packages = changesSince(root, release)
  const lines = tooSmall(packages, announcedSince(root, release.commit)).flatMap(
    ({ name, asked, announced, changes }) => [
      `${name} requires a ${asked}, but ${announced ? `announces only a ${announced}` : 'nothing announces it'}:`,
      ...changes.map(({ where, what }) => `- ${where} ${what}`),
      asked === 'major'
        ? `Write a changeset with '${name}': major. If no program stops compiling, write the reason into ` +
          'tools/api/takes-more.json, or, if only the package makes objects of an interface, @sealed into its comment.'
        : `Write a changeset with '${name}': ${asked}.`,
    ],
  )
  const changes = packages.flatMap((one) => one.changes)
  return [...lines, ...staleJudgements(notesSince(root, release, TAKES_MORE), changes)]
}

/** The changes of a package since the last release. */
interface Changed {
  readonly name: string
  /** The level by which the version was raised since the release: patch, minor or major. */
  readonly raised: string | undefined
  /** The changes of the package's exports and behaviour since the release. */
  readonly changes: readonly ApiChange[]
}

function changesSince(root: string, release: Release): readonly Changed[] {
  const takesMore = notesSince(root, release, TAKES_MORE)
  const sources = sourcePackages(root)
  const [reports, manifests] = ['api.md', 'package.json'].map((file): readonly Change[] => {
    const paths = sources.map(({ folder }) => `packages/${basename(folder)}/${file}`)
    const texts = filesAt(root, release.commit, paths)
    return paths.map((path, i) => ({ before: texts[i], after: readFileSync(join(root, path), 'utf8') }))
  }) as [readonly Change[], readonly Change[]]
  const others = {
    before: sectionsOf(reports.flatMap(({ before }) => before ?? [])),
    after: sectionsOf(reports.map(({ after }) => after)),
  }
  return sources.flatMap(({ name }, i) => {
    const [report, manifest] = [reports[i] as Change, manifests[i] as Change]
    // A package that did not exist before has no users whom a change could break.
    if (report.before === undefined || manifest.before === undefined) return []
    const raised = semver.diff(versionIn(manifest.before), versionIn(manifest.after)) ?? undefined
    return [{ name, raised, changes: judgedChanges(report.before, report.after, takesMore, others) }]
  })
}

interface Change {
  readonly before: string | undefined
  readonly after: string
}

function versionIn(manifest: string): string {
  return (JSON.parse(manifest) as { readonly version: string }).version
}

/** The highest level that changesets since a commit announce for a package, by the name of the package. */
function announcedSince(root: string, commit: string): ReadonlyMap<string, string> {
  const levels = new Map<string, string>()
  for (const file of changesetsSince(root, commit)) {
    const [, head = ''] = readFileSync(join(root, file), 'utf8').split('---')
    for (const [, name = '', level = ''] of head.matchAll(/^['"]?(@[\w/-]+)['"]?: (major|minor|patch)$/gm)) {
      levels.set(name, larger(level, levels.get(name)) ?? level)
    }
  }
  return levels
}
