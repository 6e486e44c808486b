import semver from 'semver'
import { findPackage, type InstalledPackage, needsOf, readManifest } from './packages.ts'

/**
 * A dependency of some package on a package of `@app`, or on a package of others that needs one of `@app`: the range of
 * versions that it asks for, and the version that is installed.
 */
export interface Need {
  readonly name: string
  readonly range: string
  /** The version of the copy that modules of the dependent package would import. */
  readonly installed: string
  /** The folder of this copy. */
  readonly folder: string
  readonly fits: boolean
}

/** An installed package, with its dependencies on packages of `@app`, and on others that need these. */
export interface PluggedIn {
  readonly name: string
  readonly version: string
  readonly folder: string
  readonly needs: readonly Need[]
}

/**
 * Returns the installed packages of `@app`, and all installed packages that depend on a package of `@app`.
 *
 * A dependency is left out if the needed package is not installed, or if its range is not a range of versions, such as
 * `workspace:^` or a folder.
 */
export function pluggedIn(packages: readonly InstalledPackage[]): readonly PluggedIn[] {
  const plugged = packages.filter(({ manifest, isApplication }) => {
    return !isApplication && [manifest.name ?? '', ...Object.keys(needsOf(manifest))].some(isOurs)
  })
  const names = new Set(plugged.map(({ manifest }) => manifest.name))
  return plugged
    .map(({ folder, manifest }) => {
      const { name = folder, version = '' } = manifest
      const needs = Object.entries(needsOf(manifest)).flatMap(([other, range]) => {
        return names.has(other) ? needOf(other, range, folder) : []
      })
      return { name, version, folder, needs }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function needOf(name: string, range: string, from: string): readonly Need[] {
  if (semver.validRange(range) === null) return []
  const folder = findPackage(name, from)
  const installed = folder === undefined ? undefined : readManifest(folder).version
  if (folder === undefined || installed === undefined) return []
  return [{ name, range, installed, folder, fits: semver.satisfies(installed, range) }]
}

function isOurs(name: string): boolean {
  return name.startsWith('@app/')
}

/**
 * Returns the first of the ranges `^v`, `~v` and `v` that lies inside of all given ranges; `undefined` if none of them
 * does. Each given range has a lowest version; `v` stands for the highest of these.
 */
export function commonRange(ranges: readonly string[]): string | undefined {
  const [highest] = semver.rsort(ranges.flatMap((range) => semver.minVersion(range)?.version ?? []))
  if (highest === undefined) return undefined
  return [`^${highest}`, `~${highest}`, highest].find((common) => {
    return ranges.every((range) => semver.subset(common, range))
  })
}
