import semver from 'semver'
import { findPackage, type InstalledPackage, needsOf, readManifest } from './packages.ts'

/**
 * The range of versions in which a package needs a package of `@app`, and the installed version of the needed package.
 */
export interface Need {
  readonly name: string
  readonly range: string
  /** The version that modules of the dependent package would import. */
  readonly installed: string
  /** The folder of the installed version. */
  readonly folder: string
  readonly fits: boolean
}

/** A package, with the packages of `@app` that it needs. */
export interface PluggedIn {
  readonly name: string
  readonly version: string
  readonly folder: string
  readonly needs: readonly Need[]
}

/**
 * Gives the installed packages of `@app`, and all packages that need a package of `@app`.
 *
 * A need is left out if it cannot be compared, since the needed package is not installed, or its range is no range of
 * versions, such as `workspace:^` or a folder.
 */
export function pluggedIn(packages: readonly InstalledPackage[]): readonly PluggedIn[] {
  return packages
    .filter(({ isApplication }) => !isApplication)
    .map(({ folder, manifest }) => {
      const { name = folder, version = '' } = manifest
      const needs = Object.entries(needsOf(manifest)).flatMap(([other, range]) => needOf(other, range, folder))
      return { name, version, folder, needs }
    })
    .filter(({ name, needs }) => isOurs(name) || needs.length > 0)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function needOf(name: string, range: string, from: string): readonly Need[] {
  if (!isOurs(name) || semver.validRange(range) === null) return []
  const folder = findPackage(name, from)
  const installed = folder === undefined ? undefined : readManifest(folder).version
  if (folder === undefined || installed === undefined) return []
  return [{ name, range, installed, folder, fits: semver.satisfies(installed, range) }]
}

function isOurs(name: string): boolean {
  return name.startsWith('@app/')
}

/** Gives a range that lies inside of all given ranges; `undefined` if the given ranges have no version in common. */
export function commonRange(ranges: readonly string[]): string | undefined {
  const [highest] = semver.rsort(ranges.flatMap((range) => semver.minVersion(range)?.version ?? []))
  if (highest === undefined) return undefined
  return [`^${highest}`, `~${highest}`, highest].find((common) => {
    return ranges.every((range) => semver.subset(common, range))
  })
}
