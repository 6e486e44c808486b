import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RouterInterface } from '@app/router'
import { CommandError } from '../command.ts'
import { findPackage, readManifest } from './packages.ts'

/**
 * Constructs the router of a package such as `@app/router-trouter`, which has to be installed in the application. The
 * package names its router in `package.json`: `"app": { "router": "TrouterRouter" }`.
 */
export async function loadRouter(name: string, root: string): Promise<RouterInterface> {
  const folder = findPackage(name, root)
  if (folder === undefined) {
    throw CommandError.wrongUse(
      `${name} is not installed. Install it without saving it, since an application has one router: npm install --no-save ${name}`,
    )
  }
  const exportName = readManifest(folder).app?.router
  if (typeof exportName !== 'string') {
    throw CommandError.wrongUse(
      `${name} is not a router: its manifest does not say "app": { "router": "…" }. Write one such as @app/router-trouter.`,
    )
  }
  const exports = await import(pathToFileURL(createRequire(join(root, 'package.json')).resolve(name)).href)
  const Router: unknown = exports[exportName]
  if (typeof Router === 'function') return new (Router as new () => RouterInterface)()
  throw CommandError.problem(`${name} says that its router is "${exportName}", but exports no such class of routers.`)
}
