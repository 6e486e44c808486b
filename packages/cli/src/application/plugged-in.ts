import semver from 'semver'
import { findPackage, type InstalledPackage, needsOf, readManifest } from './packages.ts'

/** A range in which a package needs another one of ours, and the version that it gets. */
export interface Need {
  readonly name: string
  readonly range: string
  /** The version that a module of the package would import. */
  readonly installed: string
  /** The folder of that version. */
  readonly folder: string
  readonly fits: boolean
}

/** A package, with the packages of ours that it needs. */
export interface PluggedIn {
  readonly name: string
  readonly version: string
  readonly folder: string
  readonly needs: readonly Need[]
}

/**
 * The packages that belong to `@app` or need a package that does: the installed ones of ours, and all that plug into
 * them.
 *
 * A need is left out if it cannot be compared: the other package is not installed, or the manifest has no range of
 * versions but `workspace:^` or a folder.
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

/** The versions that all of the ranges take, as one range; `undefined` if there are none. */
export function commonRange(ranges: readonly string[]): string | undefined {
  const [highest] = semver.rsort(ranges.flatMap((range) => semver.minVersion(range)?.version ?? []))
  if (highest === undefined) return undefined
  return [`^${highest}`, `~${highest}`, highest].find((common) => {
    return ranges.every((range) => semver.subset(common, range))
  })
}
