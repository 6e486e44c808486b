import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Application } from '@app/core'
import type { LockChange } from '@app/proofs'
import { findPackage } from '../application/packages.ts'

/** The part of an OpenAPI document that is kept in `routes.lock.json`: the endpoints with their schemas. */
export interface DescribedEndpoints {
  readonly paths: Readonly<Record<string, object>>
  readonly components?: { readonly schemas?: Readonly<Record<string, object>> }
}

/**
 * The functions of `@app/openapi` that are used here. They are declared here, since this package does not depend on
 * `@app/openapi`.
 */
interface OpenApi {
  openApiDocument(
    application: Application,
    options: { readonly title: string; readonly version: string; readonly only: 'endpoints' },
  ): Promise<DescribedEndpoints>
  compareDocuments(
    before: object,
    after: object,
  ): readonly { readonly size: 'major' | 'minor' | 'patch'; readonly place: string; readonly message: string }[]
}

/**
 * Describes the endpoints of an application; `undefined` if the application has none, or if `@app/openapi` is not
 * installed.
 */
export async function describedEndpoints(
  application: Application,
  root: string,
): Promise<DescribedEndpoints | undefined> {
  const openApi = await loadOpenApi(root)
  const document = await openApi?.openApiDocument(application, { title: '', version: '', only: 'endpoints' })
  if (document === undefined || Object.keys(document.paths).length === 0) return undefined
  const schemas = document.components?.schemas
  return { paths: sorted(document.paths), ...(schemas && { components: { schemas: sorted(schemas) } }) }
}

/**
 * Returns the changes of endpoints with the sizes that `@app/openapi` gives them. Leaves out changes of descriptive
 * texts. An added or removed endpoint is left out too if its route is in `routes`, the list of added and removed
 * routes.
 */
export async function changesOfEndpoints(
  before: DescribedEndpoints | undefined = NONE,
  after: DescribedEndpoints | undefined = NONE,
  { routes, root }: { readonly routes: readonly LockChange[]; readonly root: string },
): Promise<readonly LockChange[]> {
  const openApi = await loadOpenApi(root)
  if (!openApi) return before === NONE ? [] : [NOT_COMPARED]
  const known = new Set(routes.map(({ place, message }) => `${place} ${message}`))
  const [one, other] = [before, after].map((document) => ({ info: {}, ...document })) as [object, object]
  return openApi.compareDocuments(one, other).flatMap(({ size, place, message }) => {
    if (size === 'patch') return []
    const isWhole = message === 'is gone' || message === 'is new'
    const said = message.replace(/^is /, '')
    if (!isWhole || place.includes(':')) return [{ size, place, message: said }]
    if (known.has(`${place} ${said}`)) return []
    return [{ size, place, message: message === 'is gone' ? 'no longer described' : 'described now' }]
  })
}

const NONE: DescribedEndpoints = { paths: {} }
const NOT_COMPARED: LockChange = {
  size: 'major',
  place: 'endpoints',
  message: 'not compared, since @app/openapi is no longer installed',
}

async function loadOpenApi(root: string): Promise<OpenApi | undefined> {
  if (findPackage('@app/openapi', root) === undefined) return undefined
  return import(pathToFileURL(createRequire(join(root, 'package.json')).resolve('@app/openapi')).href)
}

function sorted<T>(map: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)))
}
