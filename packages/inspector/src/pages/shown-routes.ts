import type {
  Application,
  ApplicationDescription,
  EntryDescription,
  MiddlewareDescription,
  RouteDescription,
} from '@app/core'
import { middlewareBefore } from '@app/proofs'
import type { Masks } from '../masks.ts'
import { originLink } from './editor-link.ts'
import { plainData } from './plain-data.ts'

/** A row in the inspector's table of routes. */
export interface ShownRoute {
  readonly methods: readonly string[] | null
  /** The path, with the prefixes of the route's application. */
  readonly path: string
  readonly name: string
  readonly handler: string
  /** The middleware that every request to the route passes. */
  readonly always: readonly string[]
  /** The middleware that only some requests to the route pass, by their host or path. */
  readonly sometimes: readonly string[]
  readonly tokens?: unknown
  readonly metadata?: unknown
  readonly entry?: EntryDescription
  readonly link?: string
}

/**
 * Lists all routes, including those of nested applications. Services that are middleware are made, since they may be
 * applications.
 */
export async function shownRoutes(
  application: Application,
  editor: string,
  masks: Masks,
): Promise<readonly ShownRoute[]> {
  const fronts = await middlewareBefore(application)
  const described = new Map(walk(application.describe(), ''))
  return fronts.map(({ route, path, always, sometimes }) => {
    const { middleware, entry, options, metadata } = described.get(`${path} ${route.name}`) ?? {}
    const link = originLink(editor, entry?.origin)
    const hasMetadata = metadata !== undefined && Object.keys(metadata).length > 0
    return {
      methods: route.methods,
      path,
      name: route.name,
      handler: middleware ? nameOf(middleware) : '',
      always: always.map(nameOf),
      sometimes: sometimes.map(nameOf),
      ...(options?.tokens !== undefined && { tokens: plainData(options.tokens, masks) }),
      ...(hasMetadata && { metadata: shownMetadata(metadata, masks) }),
      ...(entry && { entry }),
      ...(link !== undefined && { link }),
    }
  })
}

function* walk(
  { items = [], routes = [] }: Partial<ApplicationDescription>,
  prefix: string,
): Generator<[string, RouteDescription]> {
  for (const route of routes) yield [`${prefix}${route.path} ${route.name}`, route]
  for (const item of items) {
    const { path = '', paths = [path] } = item
    for (const own of paths) yield* walk(item, prefix + own)
  }
}

/**
 * Returns the metadata by the names of its keys. Keys are names of packages, so the value of a key such as
 * `@app/authorization` is not masked by its name.
 */
function shownMetadata(metadata: Readonly<Record<string, unknown>>, masks: Masks): object {
  return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, plainData(value, masks)]))
}

/** Returns the label of middleware: its key in the configuration, else its name, its content, its text or its kind. */
function nameOf({ entry, name, text, kind, items }: MiddlewareDescription): string {
  const key = entry?.key.startsWith(PIPELINE) ? entry.key.slice(PIPELINE.length) : undefined
  const inside = name === undefined && kind === 'pipeline' ? items?.map(nameOf).join(' › ') : undefined
  return key ?? (name === 'middleware' ? text : name) ?? inside ?? text ?? kind
}

const PIPELINE = 'middleware_pipeline.'
