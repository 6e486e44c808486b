import { readFileSync } from 'node:fs'
import { CreateError } from './create-error.ts'

/** The keys of this package's package.json that the command reads. */
export interface OwnManifest {
  readonly version: string
  /** The packages that written projects may need, in the versions that were released with this package. */
  readonly devDependencies: Readonly<Record<string, string>>
}

/** Reads the manifest of this package. */
export function ownManifest(): OwnManifest {
  return readManifest('../package.json')
}

function readManifest(path: string): OwnManifest {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as OwnManifest
}

/** The versions of packages of `@app` in a written manifest. */
export interface AppVersions {
  /** The version for dependencies and dev dependencies. */
  installed(name: string): string
  /**
   * The range for peer dependencies: a whole major version, so that a written package accepts all releases of this
   * major version.
   */
  peer(name: string): string
}

/**
 * Gives the versions of packages of `@app` that were released with this package. Each package has its own version.
 *
 * A snapshot of this package, `0.0.0-…`, uses packages of the same snapshot. A tag of the registry, or a range,
 * replaces the versions for dependencies.
 */
export function appVersions({ version, devDependencies }: OwnManifest, tag?: string): AppVersions {
  const isSnapshot = version.startsWith('0.0.0-')
  const released = (name: string) => {
    const range = devDependencies[name] ?? ''
    return range.startsWith('workspace:') ? versionInWorkspace(name) : range.replace('^', '')
  }
  return {
    installed: (name) => tag || (isSnapshot ? version : `^${atLeast1(released(name))}`),
    peer: (name) => `^${Number.parseInt(atLeast1(released(name)), 10)}.0.0`,
  }
}

/** Reads the version of a package in the workspace, beside this package. */
function versionInWorkspace(name: string): string {
  return readManifest(`../node_modules/${name}/package.json`).version
}

/**
 * Gives the version of a release: 1.0.0 for a package before its first release, and for a snapshot, since the version
 * of a snapshot does not show the release that follows.
 */
function atLeast1(version: string): string {
  return version.startsWith('0.') ? '1.0.0' : version
}

/** A package.json, or a section of it. */
export type Manifest = Readonly<Record<string, unknown>>

const SECTIONS = ['dependencies', 'peerDependencies', 'devDependencies'] as const

/** The usual order of the keys of a package.json. */
const ORDER = [
  ...['name', 'version', 'description', 'keywords', 'private', 'type', 'sideEffects', 'engines', 'files', 'exports'],
  ...['app', 'scripts', ...SECTIONS, 'allowScripts', 'scarfSettings'],
]

/**
 * Merges the package.json files of the layers into one, with a name and the versions of packages of `@app`.
 * Dependencies are sorted by name.
 */
export function composeManifest(name: string, parts: readonly Manifest[], versions: AppVersions): Manifest {
  const manifest = parts.reduce(merge, { name })
  const sections = SECTIONS.flatMap((section) => {
    const ranges = manifest[section] as Readonly<Record<string, string>> | undefined
    if (ranges === undefined) return []
    refuseOwnDependency(name, ranges)
    const ours = section === 'peerDependencies' ? versions.peer : versions.installed
    const entries = Object.entries(ranges).map(([other, range]) => [
      other,
      other.startsWith('@app/') ? ours(other) : range,
    ])
    return [[section, Object.fromEntries(entries.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)))]]
  })
  const complete = { ...manifest, ...Object.fromEntries(sections) }
  return Object.fromEntries(ORDER.filter((key) => key in complete).map((key) => [key, complete[key]]))
}

/** Throws for a project that depends on a package of its own name, since npm installs no package into itself. */
function refuseOwnDependency(name: string, ranges: Readonly<Record<string, string>>): void {
  if (!(name in ranges)) return
  throw CreateError.wrongUse(
    `"${name}" cannot be the name of a package that needs ${name}. Choose another name: --name my-${name}`,
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
