import { globSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sourcePackages } from '../imports.ts'

/** A package of other authors that a package of the workspace needs when it runs. */
export interface Dependency {
  readonly name: string
  readonly version: string
  readonly licence: string
  /** The packages of the workspace that need this one, by their names without the scope. */
  readonly users: readonly string[]
  /** Whether the application installs the package, as a peer. */
  readonly isPeer: boolean
  /** The direct and indirect dependencies that are installed with the package, each with its licence. */
  readonly brings: ReadonlyMap<string, string>
  /** The size on the disk, in kilobytes, of the package and of all packages that are installed with it. */
  readonly kilobytes: number
  /** The repository that its manifest names, such as `lodash/lodash`. */
  readonly keptIn: string
}

interface Installed {
  readonly name: string
  readonly version: string
  readonly license?: string
  readonly repository?: string | { readonly url: string }
  readonly dependencies?: Readonly<Record<string, string>>
}

/**
 * The packages of other authors that the packages of a work tree need when they run, in the versions that are
 * installed.
 */
export function dependenciesOf(root: string): readonly Dependency[] {
  const found = new Map<string, { readonly folder: string; readonly users: string[]; readonly isPeer: boolean }>()
  for (const { name: user, folder, manifest } of sourcePackages(root)) {
    const { dependencies = {}, peerDependencies = {} } = manifest
    for (const name of Object.keys({ ...dependencies, ...peerDependencies }).filter(
      (one) => !one.startsWith('@app/'),
    )) {
      const own = found.get(name) ?? { folder: folderOf(name, folder), users: [], isPeer: name in peerDependencies }
      own.users.push(user.replace('@app/', ''))
      found.set(name, own)
    }
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { folder, users, isPeer }]) => {
      const all = withDependencies(folder)
      const { version, license = '', repository = '' } = all.get(folder) as Installed
      const others = [...all].filter(([place]) => place !== folder)
      const brings = new Map(others.map(([, other]) => [other.name, other.license ?? '']))
      const octets = [...all.keys()].reduce((sum, place) => sum + octetsIn(place), 0)
      const url = typeof repository === 'string' ? repository : repository.url
      const [keptIn = ''] = /[\w.-]+\/[\w.-]+$/.exec(url.replace(/\.git$/, '')) ?? []
      return { name, version, licence: license, users, isPeer, brings, kilobytes: Math.ceil(octets / 1000), keptIn }
    })
}

/** A package and its direct and indirect dependencies, by their folders. */
function withDependencies(folder: string): ReadonlyMap<string, Installed> {
  const all = new Map<string, Installed>([[folder, manifestIn(folder)]])
  for (const [place, { dependencies = {} }] of all) {
    for (const name of Object.keys(dependencies)) {
      const other = folderOf(name, place)
      if (!all.has(other)) all.set(other, manifestIn(other))
    }
  }
  return all
}

function manifestIn(folder: string): Installed {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Installed
}

function folderOf(name: string, user: string): string {
  const path = findPackageJSON(name, pathToFileURL(join(user, 'package.json')))
  if (path === undefined) throw new Error(`${name} is not installed for ${user}: run pnpm install.`)
  return realpathSync(dirname(path))
}

function octetsIn(folder: string): number {
  const files = globSync('**/*', { cwd: folder, exclude: (name) => name === 'node_modules' })
  return files.reduce((sum, file) => {
    const found = statSync(join(folder, file))
    return sum + (found.isFile() ? found.size : 0)
  }, 0)
}
