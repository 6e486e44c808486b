import type { ApplicationDescription, EntryDescription, MiddlewareDescription, RouteDescription } from '@app/core'
import { maskText } from '@app/development'
import { type NameOrigin, originNames } from '../configuration/provider-list.ts'
import { importQuietly, type LoadedApplication } from './load-application.ts'

/**
 * Describes the application by `describe()`. Origins such as `configProvider (source 2)` are replaced by the name of
 * the package, `@app/static (source 2)`.
 */
export function describeApplication({ application, root }: LoadedApplication): ApplicationDescription {
  return named(application.describe(), originNames(root))
}

function named<T extends Partial<ApplicationDescription>>(described: T, name: NameOrigin): T {
  const { items, routes } = described
  return {
    ...described,
    ...(items && { items: items.map((item) => namedMiddleware(item, name)) }),
    ...(routes && { routes: routes.map((route) => namedRoute(route, name)) }),
  }
}

function namedMiddleware(middleware: MiddlewareDescription, name: NameOrigin): MiddlewareDescription {
  return { ...named(middleware, name), ...namedEntry(middleware.entry, name) }
}

function namedRoute(route: RouteDescription, name: NameOrigin): RouteDescription {
  return { ...route, middleware: namedMiddleware(route.middleware, name), ...namedEntry(route.entry, name) }
}

function namedEntry(entry: EntryDescription | undefined, name: NameOrigin): { readonly entry?: EntryDescription } {
  if (entry?.origin === undefined) return {}
  return { entry: { ...entry, origin: name(entry.origin) } }
}

/**
 * Constructs all services and middleware that the application would construct at its start or at their first use, and
 * returns the messages of the failures. Afterwards `describe()` also tells what is inside of them.
 */
export async function resolveAll({ application, file }: LoadedApplication): Promise<readonly string[]> {
  try {
    await importQuietly(file, () => application.check())
    return []
  } catch (error) {
    const errors = (error as { readonly errors?: unknown }).errors
    const found = Array.isArray(errors) ? errors : [error]
    return found.map((one: unknown) => maskText(one instanceof Error ? one.message : String(one)))
  }
}
