import { nearest, UsageError } from '@app/checks'
import { generateUrl, Route } from '@app/router'
import { placeholdersOf } from '@app/router/adapter'
import { describeApplication, resolveAll } from '../application/describe-application.ts'
import { type ListedRoute, listedRoutes } from '../application/listed-routes.ts'
import { loadApplication } from '../application/load-application.ts'
import { CommandError, type CommonOptions } from '../command.ts'
import { methodsText } from '../output/route-text.ts'
import type { Terminal } from '../output/terminal.ts'

interface UrlArguments {
  readonly name: string
  /** The params, each as a string `param=value`. */
  readonly params: readonly string[]
}

/** Finds a route by its name, and prints its path with values for the params. */
export async function url(
  terminal: Terminal,
  { name, params }: UrlArguments,
  { app, json }: CommonOptions,
): Promise<void> {
  const values = valuesOf(params)
  const loaded = await loadApplication(app)
  // All services are constructed first, since a service may be an application that has the route.
  await resolveAll(loaded)
  const { route, prefix } = namedRoute([...listedRoutes(describeApplication(loaded))], name)
  const made = new Route(route.path, undefined, route.methods).setOptions(route.options)
  const known = placeholdersOf(made.segments).map((placeholder) => placeholder.name)
  const unknown = Object.keys(values).find((param) => !known.includes(param))
  if (unknown !== undefined) {
    const wanted = known.length === 0 ? 'It takes none' : `It takes ${known.join(', ')}`
    throw CommandError.wrongUse(`Route ${name}, ${prefix}${route.path}, has no param "${unknown}". ${wanted}.`)
  }
  const path = prefix + pathOf(made, values, [name, ...made.segments.flatMap(usageOf)].join(' '))
  if (json) return terminal.printJson({ name, methods: route.methods, path })
  terminal.print(path)
}

function usageOf(segment: Route['segments'][number]): readonly string[] {
  return placeholdersOf([segment]).map(({ name }) => (segment.optional > 0 ? `[${name}=…]` : `${name}=…`))
}

function valuesOf(params: readonly string[]): Readonly<Record<string, string>> {
  const pairs = params.map((text) => {
    const at = text.indexOf('=')
    if (at > 0) return [text.slice(0, at), text.slice(at + 1)] as const
    throw CommandError.wrongUse(`"${text}" is not a param with a value. Write a param and its value like id=7.`)
  })
  const twice = pairs.find(([name], at) => pairs.findIndex(([other]) => other === name) < at)
  if (twice) throw CommandError.wrongUse(`The param "${twice[0]}" has two values. Write one of them.`)
  return Object.fromEntries(pairs)
}

/**
 * Finds the route with a name. Of several such routes, the first wins in the order of `listedRoutes`, which begins with
 * the outermost application. Throws `CommandError` if there is no such route, or if another such route has the same
 * prefix as the first.
 */
function namedRoute(routes: readonly ListedRoute[], name: string): ListedRoute {
  const named = routes.filter(({ route }) => route.name === name)
  const [first, ...others] = named.filter(({ prefix }) => prefix === named[0]?.prefix)
  if (first && others.length === 0) return first
  if (first) {
    const paths = [first, ...others].map(({ route, prefix }) => `${methodsText(route.methods)} ${prefix}${route.path}`)
    throw CommandError.problem(`Several applications under one path have a route "${name}": ${paths.join(', ')}.`)
  }
  const near = nearest(
    name,
    routes.map(({ route }) => route.name),
  )
  const hint = near === undefined ? 'app routes lists the names.' : `Did you mean ${near}?`
  throw CommandError.problem(`No route is named "${name}". ${hint}`)
}

function pathOf(route: Route, values: Readonly<Record<string, string>>, usage: string): string {
  try {
    return generateUrl(route, values)
  } catch (error) {
    if (!UsageError.is(error) || error.code !== 'APP_URL_PARAMS') throw error
    throw CommandError.problem(`${error.message.replace(HINT, '')}\nWrite app url ${usage}.`, {
      cause: error,
    })
  }
}

/** Matches the advice in a message about wrong params that fits only code: `Pass { id: … }.` */
const HINT = / Pass \{[^}]*\}\.?/
