import type { RouterInterface } from '@app/router'
import { AmbiguousRouterError, isRouter, MissingDependencyError, MissingRouterError } from '../routing/router-search.ts'
import { findManifest, findPackage, type InstalledPackage, importPackage, readManifest } from './installed-package.ts'

/**
 * The one router among the dependencies of the application, constructed without arguments.
 *
 * Reads the dependencies in the application's manifest, and the dev dependencies if none of these is a router. A
 * package is a router if its own manifest says so: `"app": { "router": "LinearRouter" }`. Throws `MissingRouterError`
 * for no router, and `AmbiguousRouterError` for several.
 */
export async function findRouter(from?: string | URL): Promise<RouterInterface> {
  const root = findManifest(from)
  if (!root) throw MissingRouterError.notSearchable()
  const manifest = readManifest(root)
  const installed = routersAmong(manifest.dependencies, root)
  const found = installed.length ? installed : routersAmong(manifest.devDependencies, root)
  const [router] = found
  if (!router) throw MissingRouterError.notInstalled(root)
  if (found.length > 1) throw new AmbiguousRouterError(found.map(({ name }) => name))
  return construct(router)
}

interface RouterPackage extends InstalledPackage {
  readonly exportName: string
}

function routersAmong(dependencies: Readonly<Record<string, string>> | undefined, root: string): RouterPackage[] {
  return Object.keys(dependencies ?? {}).flatMap((name) => {
    const found = findPackage(name, root)
    const exportName = found?.manifest.app?.router
    return found && typeof exportName === 'string' ? [{ ...found, exportName }] : []
  })
}

async function construct(router: RouterPackage): Promise<RouterInterface> {
  const Router = (await importPackage(router))[router.exportName]
  const made: unknown = typeof Router === 'function' ? new (Router as new () => unknown)() : undefined
  if (isRouter(made)) return made
  throw new MissingDependencyError(
    `${router.name} says that its router is "${router.exportName}", but exports no such class of routers.`,
  )
}
