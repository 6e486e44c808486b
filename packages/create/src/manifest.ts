import { readFileSync } from 'node:fs'
import { CreateError } from './create-error.ts'

/** The keys of this package's package.json that the command reads. */
export interface OwnManifest {
  readonly version: string
  /** The packages of `@app` that written projects may need, in the versions that were released with this package. */
  readonly devDependencies: Readonly<Record<string, string>>
}

/** Reads the package.json of this package. */
export function ownManifest(): OwnManifest {
  return readManifest('../package.json')
}

function readManifest(path: string): OwnManifest {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as OwnManifest
}

/** The versions of the packages of `@app` in a written package.json. */
export interface AppVersions {
  /** Returns the version of a package for `dependencies` and `devDependencies`. */
  installed(name: string): string
  /**
   * Returns the range of a package for `peerDependencies`, such as `^2.0.0`, so that a written package accepts all
   * releases of a major version; below 1.0.0, of a minor version.
   */
  peer(name: string): string
}

/**
 * Returns the versions of the packages of `@app` for a written package.json: those that were released with this
 * package. Each package of `@app` has its own version number.
 *
 * If this package is a snapshot, `0.0.0-…`, the dependencies have the same version. If `tag` is given, a tag of the
 * registry or a range, it is the version of the dependencies.
 */
export function appVersions({ version, devDependencies }: OwnManifest, tag?: string): AppVersions {
  const isSnapshot = version.startsWith('0.0.0-')
  const released = (name: string) => {
    const range = devDependencies[name] ?? ''
    return range.startsWith('workspace:') ? versionInWorkspace(name) : range.replace('^', '')
  }
  return {
    installed: (name) => tag || (isSnapshot ? version : `^${firstVersion(released(name))}`),
    peer: (name) => {
      const [major, minor] = firstVersion(released(name)).split('.')
      return major === '0' ? `^0.${minor}.0` : `^${major}.0.0`
    },
  }
}

/** Reads the version of a package from the workspace of this repository. */
function versionInWorkspace(name: string): string {
  return readManifest(`../node_modules/${name}/package.json`).version
}

/**
 * Returns 1.0.0 in place of 0.0.0: before the first release of a package, and for a snapshot, whose version does not
 * tell the number of the next release.
 */
function firstVersion(version: string): string {
  return /^0\.0\.0(?:-|$)/.test(version) ? '1.0.0' : version
}

/** The content of a package.json, or of a section such as `dependencies`. */
export type Manifest = Readonly<Record<string, unknown>>

const SECTIONS = ['dependencies', 'peerDependencies', 'devDependencies'] as const

/** The keys that a written package.json may have, in the usual order. */
const ORDER = [
  ...['name', 'version', 'description', 'keywords', 'private', 'type', 'sideEffects', 'engines', 'files', 'exports'],
  ...['app', 'scripts', ...SECTIONS, 'allowScripts', 'scarfSettings'],
]

/**
 * Merges `parts`, the package.json files of the layers (folders of templates), into one, and inserts the name of the
 * project and the versions of the packages of `@app`. Dependencies are sorted by name; keys that `ORDER` does not name
 * are left out.
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

/**
 * Throws if the project depends on a package that has the same name as the project: npm refuses to install such a
 * dependency.
 */
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
