import type { Route } from '@app/core'
import type { Line } from './units.ts'

/** Describes a route as the recorded cases do: by its properties, and by the methods that it allows. */
export function describeRoute(route: Route<never> | Route, line: Line): Readonly<Record<string, unknown>> {
  const { path, name, methods, options } = route
  const allows = (method: string) => methods === null || methods.includes(method.toUpperCase())
  return {
    path,
    name,
    methods,
    options: { ...options },
    allows: Object.fromEntries(['GET', 'get', 'HEAD', 'OPTIONS', 'POST', 'FOO'].map((name) => [name, allows(name)])),
    ...(line === 'V3'
      ? { allowsAnyMethod: methods === null }
      : { implicitHead: methods !== null && !allows('HEAD'), implicitOptions: methods !== null && !allows('OPTIONS') }),
  }
}
