import type { Route } from '@app/router'
import { ConfigurationError, type DynamicEntry, otherMethods } from '@app/router/adapter'
import { addRoute, createRouter, type RouterContext } from 'rou3'
import { createLookUp, type LookUp, toEngine, toPattern } from './engine.ts'
import { type Match, Shape } from './shape.ts'

/**
 * The dynamic routes (those with placeholders), in a tree of rou3.
 *
 * rou3 only gets the shapes of paths: their literal segments, and the positions of their placeholders. rou3 finds all
 * shapes that match a path. Of all entries with these shapes, the most specific one that matches the path wins. If rou3
 * got the tokens, it would stop at a shape whose token refuses the path. An empty method means "any method" in rou3, as
 * it does in the entries.
 */
export class ShapeTree {
  readonly #methodsBeside: (failed: string | undefined) => readonly string[]
  readonly #lookUp: LookUp<Shape>

  /** Registers the shapes of entries. The caller passes the more specific entries first. */
  constructor(entries: readonly DynamicEntry[]) {
    const tree = createRouter<Shape>()
    const shapes = new Map<string, Shape>()
    for (const entry of entries) {
      const { form, method } = entry
      const pattern = toPattern(form.segments)
      const key = `${method} ${pattern}`
      const shape = shapes.get(key) ?? new Shape()
      shape.add(entry)
      if (shapes.has(key)) continue
      shapes.set(key, shape)
      addShape(tree, form.route, method, pattern, shape)
    }
    this.#methodsBeside = otherMethods([...new Set(entries.map(({ method }) => method))])
    this.#lookUp = createLookUp(tree, shapes.size)
  }

  /** Finds the most specific entry that matches a method and a path. */
  find(method: string, path: string): Match | undefined {
    if (!path.startsWith('/')) return undefined
    const text = toEngine(path)
    let found: Match | undefined
    for (const { data: shape } of this.#lookUp(method, text)) found = shape.find(path, path === text, found)
    return found
  }

  /**
   * Lists the routes that match a path with any method other than `failed`, the method for which `find` has just found
   * no route.
   */
  routesOf(path: string, failed?: string): readonly Route[] {
    const methods = this.#methodsBeside(failed)
    if (methods.length === 0 || !path.startsWith('/')) return []
    const text = toEngine(path)
    const shapes = methods.flatMap((method) => this.#lookUp(method, text))
    return shapes.flatMap(({ data: shape }) => shape.routesOf(path, path === text))
  }
}

function addShape(tree: RouterContext<Shape>, route: Route, method: string, pattern: string, shape: Shape): void {
  try {
    addRoute(tree, method, pattern, shape)
  } catch (error) {
    throw new ConfigurationError('APP_ROUTE', `Route ${route}: rou3 cannot take it: ${(error as Error).message}`, {
      cause: error,
    })
  }
}
