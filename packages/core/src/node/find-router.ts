import type { RouterInterface } from '@app/router'
import type { Container } from '../container/container.ts'
import {
  ambiguousRouter,
  invalidRouter,
  isRouter,
  noRouterInstalled,
  routerNotSearchable,
} from '../routing/router-search.ts'
import type { Plugin } from './find-plugins.ts'
import { findManifest, findPackage, findPlugins, importPackage } from './find-plugins.ts'

/**
 * Finds the one router among the dependencies of the application, and constructs it without arguments.
 *
 * A package is a router if its own manifest says so: `"app": { "router": "LinearRouter" }`. Throws a
 * `ConfigurationError` for no router (`APP_ROUTER_MISSING`), and for several (`APP_ROUTER_AMBIGUOUS`).
 */
export async function findRouter(from?: string | URL): Promise<RouterInterface> {
  const { root, plugins, missing } = findPlugins('router', from)
  if (root === undefined) throw routerNotSearchable()
  const [router] = plugins
  if (!router) throw noRouterInstalled(root, missing)
  if (plugins.length > 1) throw ambiguousRouter(plugins.map(({ name }) => name))
  return construct(router)
}

async function construct({ name, exportName, load }: Plugin): Promise<RouterInterface> {
  const Router = await load()
  const made: unknown = typeof Router === 'function' ? new (Router as new () => unknown)() : undefined
  if (isRouter(made)) return made
  throw invalidRouter(`${name} says that its router is "${exportName}", but exports no such class of routers.`)
}

/**
 * Makes the container for an application without one: a container of `@app/container-factory` with an empty
 * configuration; `undefined` if that package is not installed.
 */
export async function defaultContainer(from?: string | URL): Promise<Container | undefined> {
  const root = findManifest(from)
  const found = root && findPackage('@app/container-factory', root)
  if (!found) return undefined
  const { createContainer } = await importPackage(found)
  return (createContainer as (config: object) => Container)({})
}
