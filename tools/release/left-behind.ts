import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UNRELEASED } from '../compatibility/last-release.ts'
import { breakingLevel } from '../experimental.ts'
import { type SourcePackage, sourcePackages } from '../imports.ts'

/** The levels of changesets, the smallest first. */
const LEVELS = ['patch', 'minor', 'major'] as const
type Level = (typeof LEVELS)[number]

/** A package for which the changesets announce too little, since it requires packages that get a breaking change. */
export interface LeftBehind {
  readonly name: string
  /** The level that a changeset has to announce for the package. */
  readonly level: Level
  /** The required packages that get a breaking change. */
  readonly needs: readonly string[]
}

/**
 * The packages that require a package for which the pending changesets announce a breaking change (a major, or a minor
 * below 1.0.0), and that get none themselves. Packages that require one of the found packages are included, since each
 * found package breaks its users too. By itself, the tool `changesets` would give the found packages a patch that
 * requires the new version, and this patch would break the applications of users who update only some packages.
 *
 * For a dependency below 1.0.0 that patch is right: it is not shared with the application, as a peer is.
 */
export function leftBehind(root: string): readonly LeftBehind[] {
  const packages = sourcePackages(root).filter(({ manifest }) => !manifest.private)
  const levels = announcedLevels(root)
  const versions = new Map(packages.map(({ name, manifest }) => [name, manifest.version ?? UNRELEASED]))
  const breaking = new Set(
    [...versions].flatMap(([name, version]) => (isBreaking(version, levels.get(name)) ? [name] : [])),
  )
  const isExperimental = (name: string) => versions.get(name)?.startsWith('0.') === true
  const left: LeftBehind[] = []
  // A found package breaks its users too, so the packages that require it are found in the next round.
  for (let found = -1; found < left.length; ) {
    found = left.length
    for (const owner of packages) {
      if (breaking.has(owner.name)) continue
      const { peerDependencies = {} } = owner.manifest
      const needs = requiredBy(owner).filter(
        (name) => breaking.has(name) && (name in peerDependencies || !isExperimental(name)),
      )
      if (needs.length > 0) left.push({ name: owner.name, needs, level: breakingLevel(owner.manifest.version ?? '') })
    }
    for (const { name } of left) breaking.add(name)
  }
  // The tool raises no package for a development dependency, so that `@app/create` would go on writing the old range.
  const create = packages.find(({ name }) => name === CREATE)
  const written = create ? requiredBy(create).filter((name) => breaking.has(name)) : []
  const isRaised = levels.has(CREATE) || left.some(({ name }) => name === CREATE)
  return written.length > 0 && !isRaised ? [...left, { name: CREATE, level: 'patch', needs: written }] : left
}

const CREATE = '@app/create'

/** The packages that a package requires. `@app/create` writes its development dependencies into new projects. */
function requiredBy({ name, manifest }: SourcePackage): readonly string[] {
  const { dependencies, peerDependencies, devDependencies } = manifest
  return Object.keys({ ...dependencies, ...peerDependencies, ...(name === CREATE ? devDependencies : {}) })
}

/** True if a change of a level breaks the users of a version. A package that was never released has none. */
function isBreaking(version: string, level: Level | undefined): boolean {
  if (level === undefined || version === UNRELEASED) return false
  return LEVELS.indexOf(level) >= LEVELS.indexOf(breakingLevel(version))
}

/** The highest level that the pending changesets announce for each package that they name. */
export function announcedLevels(root: string): ReadonlyMap<string, Level> {
  const levels = new Map<string, Level>()
  for (const file of globSync('.changeset/*.md', { cwd: root })) {
    for (const [, name = '', level] of readFileSync(join(root, file), 'utf8').matchAll(LINE)) {
      const highest = Math.max(LEVELS.indexOf(level as Level), LEVELS.indexOf(levels.get(name) ?? 'patch'))
      levels.set(name, LEVELS[highest] as Level)
    }
  }
  return levels
}

const LINE = /^['"]?(@[\w./-]+)['"]?: (patch|minor|major) *\r?$/gm
