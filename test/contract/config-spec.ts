import { optionsFor, pathFor } from './by-router.ts'
import { build, type Context } from './middleware-spec.ts'
import { entriesOf, isMap } from './php-map.ts'

/**
 * Returns the configuration of a recorded case, with real middleware in place of its descriptions of middleware, and
 * with the paths and options of routes as they are recorded for FastRoute.
 */
export function buildConfig(config: Readonly<Record<string, unknown>>, context: Context): Record<string, unknown> {
  const built: Record<string, unknown> = { ...config }
  if ('middleware_pipeline' in config) {
    built.middleware_pipeline = section(config.middleware_pipeline, (entry) => pipelineEntry(entry, context))
  }
  if ('routes' in config) built.routes = section(config.routes, (entry) => routeEntry(entry, context))
  return built
}

/**
 * Converts each entry of a recorded list or map. A map becomes an object, so its keys are in the order of JavaScript:
 * integers first.
 */
function section(value: unknown, convert: (entry: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(convert)
  if (!isMap(value)) return value
  return Object.fromEntries(entriesOf(value).map(([key, entry]) => [key, convert(entry)]))
}

function pipelineEntry(entry: unknown, context: Context): unknown {
  if (!isMap(entry)) return entry
  if ('rawEntry' in entry) return entry.rawEntry === '@object' ? {} : entry.rawEntry
  // The older release lines allow ready-made middleware of Mezzio (`const`) as an entry, without the key `middleware`;
  // for v3, this middleware becomes the `middleware` of an entry.
  if ('const' in entry) return context.line === 'V3' ? { middleware: build(entry, context) } : build(entry, context)
  return 'middleware' in entry ? { ...entry, middleware: build(entry.middleware, context) } : entry
}

function routeEntry(entry: unknown, context: Context): unknown {
  if (!isMap(entry)) return entry
  const { path, middleware, options, ...rest } = entry
  return {
    ...rest,
    ...('path' in entry && { path: pathFor(path) }),
    ...('middleware' in entry && { middleware: build(middleware, context) }),
    ...('options' in entry && { options: optionsFor(options) }),
  }
}
