import type { Route, Segment } from '@app/router'
import { expandOptional, placeholdersOf } from '@app/router/adapter'

/** A route has the same name as another, or the same shape of path and a common method. */
export class DuplicateRouteError extends Error {
  override readonly name = 'DuplicateRouteError'

  static ofName(route: Route, earlier: Route): DuplicateRouteError {
    return new DuplicateRouteError(
      `Route ${route} has the name "${route.name}" that ${earlier} has already. Give it another name.`,
    )
  }

  static ofShape(route: Route, earlier: Route): DuplicateRouteError {
    return new DuplicateRouteError(
      `Route ${route} answers requests that ${earlier} answers already. ` +
        'Remove one, or tell them apart by their methods or by a token in the path, such as {id:\\\\d+}.',
    )
  }
}

/** The routes of an application, in the order of registration. Refuses duplicates. */
export class RouteCollection {
  readonly #routes: Route[] = []
  readonly #byName = new Map<string, Route>()
  readonly #byShape = new Map<string, Route[]>()

  get routes(): readonly Route[] {
    return this.#routes
  }

  /** Adds a route. Throws `DuplicateRouteError`, and does not change the collection then. */
  add(route: Route): void {
    const namesake = this.#byName.get(route.name)
    const shapes = expandOptional(route.segments).map(shapeOf)
    for (const shape of shapes) {
      const rival = this.#byShape.get(shape)?.find((earlier) => shareMethod(route, earlier))
      if (rival) throw DuplicateRouteError.ofShape(route, rival)
    }
    if (namesake) throw DuplicateRouteError.ofName(route, namesake)
    for (const shape of shapes) {
      const same = this.#byShape.get(shape)
      if (same) same.push(route)
      else this.#byShape.set(shape, [route])
    }
    this.#byName.set(route.name, route)
    this.#routes.push(route)
  }

  named(name: string): Route | undefined {
    return this.#byName.get(name)
  }

  /** The names of all routes, to suggest one for a mistyped name. */
  keys(): Iterable<string> {
    return this.#byName.keys()
  }
}

function shapeOf(segments: readonly Segment[]): string {
  const texts = segments.map((segment) => {
    if (segment.kind === 'static') return segment.text
    if (segment.kind === 'rest') return `{...${segment.token ?? ''}}`
    const separators = segment.kind === 'compound' ? segment.separators : []
    const values = placeholdersOf([segment]).map(({ token }, index) => `{${token ?? ''}}${separators[index] ?? ''}`)
    return `${segment.prefix}${values.join('')}${segment.suffix}`
  })
  // The empty path has no segment, and "/" has one that is empty.
  return texts.length === 0 ? 'empty' : `/${texts.join('/')}`
}

function shareMethod(a: Route, b: Route): boolean {
  if (a.methods === null) return b.methods === null || b.methods.length > 0
  if (b.methods === null) return a.methods.length > 0
  return a.methods.some((method) => b.methods?.includes(method))
}
