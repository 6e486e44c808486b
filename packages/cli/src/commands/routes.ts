import type { MiddlewareDescription, RouteDescription } from '@app/core'
import { Route } from '@app/router'
import { placeholdersOf } from '@app/router/adapter'
import { byPrefix, countText, noneText, passes, type RouteFilters } from '../application/chosen-routes.ts'
import { describeApplication, resolveAll } from '../application/describe-application.ts'
import { type ListedRoute, listedRoutes } from '../application/listed-routes.ts'
import { importQuietly, type LoadedApplication, loadApplication } from '../application/load-application.ts'
import { proofsOf } from '../application/proofs.ts'
import type { CommonOptions } from '../command.ts'
import { keyOf, middlewareText } from '../output/middleware-text.ts'
import { originColumn } from '../output/origins.ts'
import { plainData } from '../output/plain-data.ts'
import { handlerText, metadataText, methodsText, styledMethods } from '../output/route-text.ts'
import { printTable, type TableOptions } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'

interface RoutesOptions extends CommonOptions, RouteFilters {
  readonly guards?: boolean
}

/**
 * Lists all routes grouped by the beginning of their paths, with the routes of nested applications under their
 * prefixes. With `--json`, the routes are in the order of registration.
 *
 * Services that are middleware are constructed before the listing, since such a service may be an application with
 * routes.
 */
export async function routes(terminal: Terminal, { app, json, guards, ...filters }: RoutesOptions): Promise<void> {
  const loaded = await loadApplication(app)
  const problems = await resolveAll(loaded)
  if (problems.length > 0) {
    terminal.complain('Not everything can be made, so routes may be missing here. See what is wrong: app check')
  }
  if (guards) return printGuards(terminal, loaded, json, filters)
  const all = [...listedRoutes(describeApplication(loaded))].map(shown)
  const rows = all.filter((row) => passes(row, filters))
  if (json) return terminal.printJson(rows.map(({ ownPath: _, ...row }) => row))
  if (rows.length === 0) return terminal.tell(noneText(all, filters))
  const { rows: grouped, begins } = byPrefix(rows)
  const { header, texts } = originColumn(grouped.map(({ origin }) => origin))
  printTable(
    terminal,
    ['METHODS', 'PATH', 'NAME', 'HANDLER', 'TOKENS', 'METADATA', header],
    grouped.map((row, at) => [
      methodsText(row.methods),
      row.path,
      row.name === defaultName(row) ? '' : row.name,
      row.handler,
      tokensText(row),
      metadataText(row.metadata),
      texts[at] ?? '',
    ]),
    { spare: ['FROM', 'TOKENS', 'HANDLER', 'METADATA'], ...styledRows(terminal), beginsGroup: begins },
  )
  terminal.print('')
  terminal.tell(countText(rows, all.length))
}

/** Colours the methods, and dims all other columns except those of the path and the name. */
function styledRows(terminal: Terminal): Pick<TableOptions, 'styled'> {
  return {
    styled: (piece, { column }) => {
      if (column === 'METHODS') return styledMethods(terminal, piece)
      return column === 'PATH' || column === 'NAME' ? piece : terminal.style('dim', piece)
    },
  }
}

/**
 * Lists, for each route, the middleware before its handler, in the order of execution. Middleware that only some
 * requests for the route pass has a column of its own.
 */
async function printGuards(
  terminal: Terminal,
  loaded: LoadedApplication,
  json: boolean | undefined,
  filters: RouteFilters,
): Promise<void> {
  const { middlewareBefore } = await proofsOf(loaded)
  const fronts = await importQuietly(loaded.file, () => middlewareBefore(loaded.application))
  const all = fronts.map(({ route, path, always, sometimes }) => ({
    methods: route.methods,
    path,
    name: route.name,
    always: always.map(guardText),
    sometimes: sometimes.map(guardText),
  }))
  const filtered = all.filter((row) => passes(row, filters))
  if (json) return terminal.printJson(filtered)
  if (filtered.length === 0) return terminal.tell(noneText(all, filters))
  const { rows, begins } = byPrefix(filtered)
  const [first, ...others] = rows
  const common = (first?.always ?? []).filter(
    (name) => others.length > 0 && others.every(({ always }) => always.includes(name)),
  )
  if (common.length > 0) {
    const these = rows.length === all.length ? 'every route' : 'each of these'
    terminal.tell(`Before ${these}: ${common.join(', ')}.`)
    terminal.print('')
  }
  printTable(
    terminal,
    ['METHODS', 'PATH', common.length > 0 ? 'ALSO BEFORE' : 'BEFORE', 'FOR SOME REQUESTS'],
    rows.map(({ methods, path, always, sometimes }) => [
      methodsText(methods),
      path,
      always.filter((name) => !common.includes(name)).join(', '),
      sometimes.join(', '),
    ]),
    { ...styledRows(terminal), beginsGroup: begins },
  )
  terminal.print('')
  terminal.tell(countText(rows, all.length))
}

/**
 * Returns a string that names middleware by the key of its entry, or else by its own name: `cors`, or `guard at /admin`
 * if it has a prefix.
 */
function guardText(middleware: MiddlewareDescription): string {
  const { entry, path } = middleware
  const name = keyOf(entry)?.replace(/^routes\./, '') ?? middlewareText(middleware)
  return path === undefined ? name : `${name} at ${path}`
}

interface ShownRoute {
  readonly methods: readonly string[] | null
  /** The path, with the prefix of the application that the route belongs to. */
  readonly path: string
  /** The path without the prefix of the application. */
  readonly ownPath: string
  /** The name of the route, which is unique in the application that has the route. */
  readonly name: string
  readonly handler: string
  readonly tokens: Readonly<Record<string, string>>
  /** The metadata as plain data, by the names of the metadata keys. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly key?: string
  readonly origin?: string
}

function shown({ route, prefix }: ListedRoute): ShownRoute {
  const { methods, path, name, middleware, metadata, entry } = route
  return {
    methods,
    path: prefix + path,
    ownPath: path,
    name,
    handler: handlerText(middleware, ENDPOINT in metadata ? name : undefined),
    tokens: tokensOf(route),
    metadata: plainData(metadata) as Readonly<Record<string, unknown>>,
    ...(entry && { key: entry.key }),
    ...(entry?.origin !== undefined && { origin: entry.origin }),
  }
}

/** The metadata key of a route whose handler is an endpoint of `@app/endpoint`. */
const ENDPOINT = '@app/endpoint'

/**
 * Returns the token of each placeholder that has one, whether the token is written in the path or in the options of the
 * route.
 */
function tokensOf({ path, options }: RouteDescription): Readonly<Record<string, string>> {
  const { segments } = new Route(path, undefined).setOptions(options)
  return Object.fromEntries(
    placeholdersOf(segments).flatMap(({ name, token }) => (token === undefined ? [] : [[name, token]])),
  )
}

/** Writes the tokens that the path does not show, since they are written in the options of the route: `id=\d+`. */
function tokensText({ path, tokens }: ShownRoute): string {
  return Object.entries(tokens)
    .filter(([name, token]) => !path.includes(`{${name}:${token}`))
    .map(([name, token]) => `${name}=${token}`)
    .join(' ')
}

/** Returns the name that a route has if the application has given it no name. */
function defaultName({ ownPath, methods }: ShownRoute): string {
  return new Route(ownPath, undefined, methods).name
}
