import { readFileSync } from 'node:fs'
import { CreateError } from './create-error.ts'

/** The version of this package. */
export function packageVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}

/** The versions of our packages in a written manifest. */
export interface AppVersions {
  /** For dependencies and dev dependencies. */
  readonly installed: string
  /** For peer dependencies, which have to last longer. */
  readonly peer: string
}

/**
 * The versions of our packages for a version of this one: the same major, from 1 on.
 *
 * A snapshot, `0.0.0-…`, belongs to the packages of the same snapshot. A tag of the registry, or a range, stands instead
 * of what would be installed.
 */
export function appVersions(ownVersion: string, tag?: string): AppVersions {
  const peer = `^${Math.max(Number.parseInt(ownVersion, 10), 1)}.0.0`
  const isSnapshot = ownVersion.startsWith('0.0.0-')
  return { installed: tag || (isSnapshot ? ownVersion : peer), peer }
}

/** A package.json, or a part of one. */
export type Manifest = Readonly<Record<string, unknown>>

const SECTIONS = ['dependencies', 'peerDependencies', 'devDependencies'] as const

/** The usual order of keys. */
const ORDER = [
  ...['name', 'version', 'description', 'keywords', 'private', 'type', 'sideEffects', 'engines', 'files', 'exports'],
  ...['app', 'scripts', ...SECTIONS, 'allowScripts', 'scarfSettings'],
]

/** Composes a manifest of parts, with a name and the versions of our packages. Sorts dependencies by name. */
export function composeManifest(name: string, parts: readonly Manifest[], versions: AppVersions): Manifest {
  const manifest = parts.reduce(merge, { name })
  const sections = SECTIONS.flatMap((section) => {
    const ranges = manifest[section] as Readonly<Record<string, string>> | undefined
    if (ranges === undefined) return []
    refuseOwnDependency(name, ranges)
    const ours = section === 'peerDependencies' ? versions.peer : versions.installed
    const entries = Object.entries(ranges).map(([other, range]) => [other, other.startsWith('@app/') ? ours : range])
    return [[section, Object.fromEntries(entries.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)))]]
  })
  const complete = { ...manifest, ...Object.fromEntries(sections) }
  return Object.fromEntries(ORDER.filter((key) => key in complete).map((key) => [key, complete[key]]))
}

/** npm installs no package into itself. */
function refuseOwnDependency(name: string, ranges: Readonly<Record<string, string>>): void {
  if (!(name in ranges)) return
  throw CreateError.wrongUse(
    `"${name}" cannot be the name of a package that needs ${name}. Call it otherwise: --name my-${name}`,
  )
}

function merge(before: Manifest, after: Manifest): Manifest {
  const merged = Object.entries(after).map(([key, value]) => {
    const old = before[key]
    return [key, isMap(old) && isMap(value) ? merge(old, value) : value]
  })
  return { ...before, ...Object.fromEntries(merged) }
}

function isMap(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
