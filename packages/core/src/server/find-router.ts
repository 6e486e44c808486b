import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { RouterInterface } from '@app/router'
import { AmbiguousRouterError, MissingDependencyError, MissingRouterError } from '../application/application-errors.ts'
import { isRouter } from '../application/router-service.ts'

/**
 * The one router among the dependencies of the application, constructed without arguments.
 *
 * Looks in the nearest manifest upwards from `from`, else from the entry file, else from the working directory: at its
 * dependencies, and only if none of them is a router at its dev dependencies. A router says so in its own manifest:
 * `"app": { "router": "LinearRouter" }`. Throws `MissingRouterError` for none, `AmbiguousRouterError` for several.
 */
export async function findRouter(from?: string | URL): Promise<RouterInterface> {
  const root = findUpwards(startFolder(from), 'package.json')
  if (!root) throw MissingRouterError.notSearchable()
  const manifest = readManifest(root)
  const installed = routersAmong(manifest.dependencies, root)
  const found = installed.length ? installed : routersAmong(manifest.devDependencies, root)
  const [router] = found
  if (!router) throw MissingRouterError.notInstalled(root)
  if (found.length > 1) throw new AmbiguousRouterError(found.map(({ name }) => name))
  return construct(router)
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly app?: { readonly router?: unknown }
  readonly exports?: unknown
  readonly main?: string
}

interface RouterPackage {
  readonly name: string
  readonly folder: string
  readonly manifest: Manifest
  readonly exportName: string
}

function startFolder(from: string | URL | undefined): string {
  if (from !== undefined) {
    const path = from instanceof URL || from.startsWith('file:') ? fileURLToPath(from) : resolve(from)
    return statSync(path).isDirectory() ? path : dirname(path)
  }
  const entry = process.argv[1]
  // A program inside node_modules, such as a test runner, is not the application.
  if (!entry || !existsSync(entry) || entry.includes(`${sep}node_modules${sep}`)) return process.cwd()
  const real = realpathSync(entry)
  return real.includes(`${sep}node_modules${sep}`) ? process.cwd() : dirname(real)
}

function findUpwards(folder: string, file: string): string | undefined {
  const path = join(folder, file)
  if (existsSync(path)) return path
  const parent = dirname(folder)
  return parent === folder ? undefined : findUpwards(parent, file)
}

function routersAmong(dependencies: Readonly<Record<string, string>> | undefined, root: string): RouterPackage[] {
  return Object.keys(dependencies ?? {}).flatMap((name) => {
    const path = findUpwards(dirname(root), join('node_modules', name, 'package.json'))
    if (!path) return []
    const manifest = readManifest(path)
    const exportName = manifest.app?.router
    return typeof exportName === 'string' ? [{ name, folder: dirname(realpathSync(path)), manifest, exportName }] : []
  })
}

function readManifest(path: string): Manifest {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch (error) {
    throw new MissingDependencyError(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

async function construct({ name, folder, manifest, exportName }: RouterPackage): Promise<RouterInterface> {
  const entry = entryOf(manifest.exports) ?? manifest.main ?? 'index.js'
  const exported = (await import(pathToFileURL(join(folder, entry)).href)) as Record<string, unknown>
  const Router = exported[exportName]
  const router: unknown = typeof Router === 'function' ? new (Router as new () => unknown)() : undefined
  if (isRouter(router)) return router
  throw new MissingDependencyError(
    `${name} says that its router is "${exportName}", but exports no such class of routers.`,
  )
}

/** The file that `import` of the package itself takes; the manifest is read, since not all can be resolved from here. */
function entryOf(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports
  if (Array.isArray(exports)) return exports.map(entryOf).find((entry) => entry !== undefined)
  if (typeof exports !== 'object' || exports === null) return undefined
  if ('.' in exports) return entryOf(exports['.'])
  for (const [condition, target] of Object.entries(exports)) {
    if (['node', 'import', 'module-sync', 'default'].includes(condition)) return entryOf(target)
  }
  return undefined
}
