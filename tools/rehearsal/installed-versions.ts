import assert from 'node:assert/strict'
import { readFileSync, realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import semver from 'semver'

type Ranges = Readonly<Record<string, string>>

interface Manifest {
  readonly version: string
  readonly dependencies?: Ranges
  readonly devDependencies?: Ranges
  readonly peerDependencies?: Ranges
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** Matches our packages, and those of another team, whose packages need ours. */
const SCOPES = /^@(?:app|acme)\//

/**
 * The version of each package of ours that an application has in `node_modules`, by name, whichever package manager
 * installed it. Fails if a package is missing, is installed at two places, or is outside of the range that another
 * package asks for, which not every package manager reports.
 */
export function installedVersions(application: string): Ranges {
  const own = join(application, 'package.json')
  const places = new Map<string, string>()
  const manifests = new Set([own])
  // The loop also visits manifests that it adds.
  for (const path of manifests) {
    for (const [name, range] of Object.entries(neededBy(path, path === own))) {
      const place = realpathSync(findPackageJSON(name, pathToFileURL(path)) ?? '')
      assert.equal(place, places.get(name) ?? place, `${name} is installed twice`)
      const { version } = manifestAt(place)
      assert.ok(semver.satisfies(version, range), `${path} needs ${name} ${range}, and ${version} is installed`)
      places.set(name, place)
      manifests.add(place)
    }
  }
  return Object.fromEntries(Array.from(places, ([name, place]) => [name, manifestAt(place).version]))
}

/** The packages of ours that a package needs, with their ranges; `own` adds those that it needs for development. */
function neededBy(path: string, own: boolean): Ranges {
  const { dependencies, devDependencies, peerDependencies, peerDependenciesMeta } = manifestAt(path)
  const ranges = { ...dependencies, ...peerDependencies, ...(own && devDependencies) }
  const isNeeded = (name: string) => SCOPES.test(name) && !peerDependenciesMeta?.[name]?.optional
  return Object.fromEntries(Object.entries(ranges).filter(([name]) => isNeeded(name)))
}

function manifestAt(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}
