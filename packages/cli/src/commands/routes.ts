import type { ApplicationDescription, MiddlewareDescription, RouteDescription } from '@app/core'
import { isMap } from '@app/core/extending'
import { Route } from '@app/router'
import { placeholdersOf } from '@app/router/adapter'
import { describeApplication, resolveAll } from '../application/describe-application.ts'
import { importQuietly, type LoadedApplication, loadApplication } from '../application/load-application.ts'
import { proofsOf } from '../application/proofs.ts'
import type { CommonOptions } from '../command.ts'
import { answererText, middlewareText } from '../output/middleware-text.ts'
import { plainData } from '../output/plain-data.ts'
import { printTable } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'

interface RoutesOptions extends CommonOptions {
  readonly guards?: boolean
}

/**
 * Lists all routes in the order of registration, those of applications inside of it with their prefix.
 *
 * Services that stand for middleware are made for that, since one may be an application.
 */
export async function routes(terminal: Terminal, { app, json, guards }: RoutesOptions): Promise<void> {
  const loaded = await loadApplication(app)
  const problems = await resolveAll(loaded)
  if (problems.length > 0) {
    terminal.complain('Not everything can be made, so routes may be missing here. See what is wrong: app check')
  }
  if (guards) return printGuards(terminal, loaded, json)
  const rows = [...listRoutes(describeApplication(loaded), '')]
  if (json) return terminal.printJson(rows)
  if (rows.length === 0) return terminal.print('The application has no routes.')
  const hasMetadata = rows.some(({ metadata }) => Object.keys(metadata).length > 0)
  printTable(
    terminal,
    ['METHODS', 'PATH', 'NAME', 'MIDDLEWARE', 'TOKENS', ...(hasMetadata ? ['METADATA'] : []), 'FROM'],
    rows.map(({ methods, path, name, middleware, tokens, metadata, origin }) => [
      methods === null ? 'any' : methods.join('|') || 'none',
      path,
      name,
      middleware,
      pairs(tokens, (token) => token),
      ...(hasMetadata ? [pairs(metadata, brief)] : []),
      origin ?? '',
    ]),
  )
}

/** Lists for each route the middleware in front of its handler, in its order. */
async function printGuards(terminal: Terminal, loaded: LoadedApplication, json: boolean | undefined): Promise<void> {
  const { inFrontOfRoutes } = await proofsOf(loaded)
  const fronts = await importQuietly(loaded.file, () => inFrontOfRoutes(loaded.application))
  const rows = fronts.map(({ route, path, always, sometimes }) => ({
    methods: route.methods,
    path,
    name: route.name,
    always: always.map(guardText),
    sometimes: sometimes.map(guardText),
  }))
  if (json) return terminal.printJson(rows)
  if (rows.length === 0) return terminal.print('The application has no routes.')
  const [first, ...others] = rows
  const common = (first?.always ?? []).filter(
    (name) => others.length > 0 && others.every(({ always }) => always.includes(name)),
  )
  if (common.length > 0) terminal.print(`In front of every route: ${common.join(', ')}.\n`)
  const hasSometimes = rows.some(({ sometimes }) => sometimes.length > 0)
  printTable(
    terminal,
    [
      'METHODS',
      'PATH',
      common.length > 0 ? 'ALSO IN FRONT' : 'IN FRONT',
      ...(hasSometimes ? ['FOR SOME REQUESTS'] : []),
    ],
    rows.map(({ methods, path, always, sometimes }) => [
      methods === null ? 'any' : methods.join('|') || 'none',
      path,
      always.filter((name) => !common.includes(name)).join(', '),
      ...(hasSometimes ? [sometimes.join(', ')] : []),
    ]),
  )
}

/** Middleware by the key of its entry, or else by its name; what is for some paths alone with its prefix. */
function guardText(middleware: MiddlewareDescription): string {
  const { entry, path } = middleware
  const name = entry ? entry.key.replace(/^(?:middleware_pipeline|routes)\./, '') : middlewareText(middleware)
  return path === undefined ? name : `${name} at ${path}`
}

/** Short values as they are, long ones by their keys or their length; `--json` has all of them. */
function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  if (text.length <= LONGEST) return text
  if (Array.isArray(value)) return `list of ${value.length}`
  return cut(isMap(value) ? `{${Object.keys(value).join(', ')}}` : text)
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`
}

const LONGEST = 40

function pairs<T>(map: Readonly<Record<string, T>>, textOf: (value: T) => string): string {
  return Object.entries(map)
    .map(([name, value]) => `${name}=${textOf(value)}`)
    .join(' ')
}

interface ListedRoute {
  readonly methods: readonly string[] | null
  /** With the prefix of the application that it belongs to. */
  readonly path: string
  /** The name in the application that the route belongs to. */
  readonly name: string
  readonly middleware: string
  readonly tokens: Readonly<Record<string, string>>
  /** The metadata by the names of its keys, as plain data. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly key?: string
  readonly origin?: string
}

function* listRoutes(
  { routes = [], items = [] }: Partial<ApplicationDescription>,
  prefix: string,
): Generator<ListedRoute> {
  for (const route of routes) {
    yield listed(route, prefix)
    yield* listInside(route.middleware, prefix)
  }
  for (const item of items) yield* listInside(item, prefix)
}

/** An application that answers a route sees the same path as the route, so its routes stand under the same prefix. */
function listInside(middleware: MiddlewareDescription, prefix: string): Iterable<ListedRoute> {
  return listRoutes(middleware, prefix + (middleware.path ?? ''))
}

function listed(route: RouteDescription, prefix: string): ListedRoute {
  const { methods, path, name, middleware, metadata, entry } = route
  return {
    methods,
    path: prefix + path,
    name,
    middleware: answererText(middleware),
    tokens: tokensOf(route),
    metadata: plainData(metadata) as Readonly<Record<string, unknown>>,
    ...(entry && { key: entry.key }),
    ...(entry?.origin !== undefined && { origin: entry.origin }),
  }
}

/** The tokens in the path and in the options. */
function tokensOf({ path, options }: RouteDescription): Readonly<Record<string, string>> {
  const { segments } = new Route(path, undefined).setOptions(options)
  return Object.fromEntries(
    placeholdersOf(segments).flatMap(({ name, token }) => (token === undefined ? [] : [[name, token]])),
  )
}
