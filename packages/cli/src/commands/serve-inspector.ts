import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Application, type Middleware, Pipeline } from '@app/core'
import { readManifest } from '../application/packages.ts'

/**
 * The inspector of an application as middleware, and the path and the further hosts under which the inspector answers.
 */
export interface MountedInspector {
  readonly middleware: Middleware
  readonly path: string
  readonly hosts: readonly string[]
}

/**
 * The functions of `@app/inspector` that are used here. They are declared here, since this package does not depend on
 * `@app/inspector`.
 */
export interface InspectorModule {
  readonly inspector: (application: Application) => Middleware
  readonly watchServices: () => void
}

/**
 * Imports the inspector, if it is a development dependency of the application and `NODE_ENV` is `development`;
 * otherwise returns `undefined`.
 */
export async function importInspector(root: string): Promise<InspectorModule | undefined> {
  const file = process.env.NODE_ENV === 'development' ? inspectorModule(root) : undefined
  return file === undefined ? undefined : ((await import(pathToFileURL(file).href)) as InspectorModule)
}

/** Makes the inspector of an application. */
export function mountInspector({ inspector }: InspectorModule, application: Application): MountedInspector {
  const middleware = inspector(application)
  const [described] = new Pipeline().pipe(middleware).describe().items
  const { path = '', hosts = [] } = (described?.facts?.[PACKAGE] ?? {}) as Partial<MountedInspector>
  return { middleware, path, hosts }
}

/**
 * Returns the URL of the inspector for a browser on this machine, even if the server listens on an address such as
 * `0.0.0.0`.
 */
export function inspectorUrl(
  { path }: MountedInspector,
  { host, port }: { readonly host: string; readonly port: number },
): string {
  const name = host === '127.0.0.1' || host === '0.0.0.0' ? '127.0.0.1' : 'localhost'
  return `http://${name}:${port}${path}/`
}

const PACKAGE = '@app/inspector'

function inspectorModule(root: string): string | undefined {
  if (!existsSync(join(root, 'package.json')) || readManifest(root).devDependencies?.[PACKAGE] === undefined)
    return undefined
  try {
    return createRequire(join(root, 'package.json')).resolve(PACKAGE)
  } catch {
    return undefined
  }
}
