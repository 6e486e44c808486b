import { methodsOf } from '@app/router/adapter'
import { onlyPath, pathOf } from './path-set.ts'
import type { Way, WayError } from './way.ts'
import { type Search, waysTo } from './ways.ts'

/** A request that takes one of the ways (paths through a plan) that a search has found. */
export interface FoundRequest {
  readonly method: string
  readonly path: string
  /** The host of the request; absent for `localhost`. */
  readonly host?: string
  /**
   * The errors on the way; present if the request takes this way only after middleware has thrown, and error middleware
   * has passed the request on.
   */
  readonly errors?: readonly WayError[]
}

/**
 * Finds a request that takes one of the ways. Several requests are tried, since the router may choose another route for
 * a path. Returns `undefined` if none of the tried requests takes one of the ways.
 */
export async function requestOn(search: Search, ways: readonly Way[]): Promise<FoundRequest | undefined> {
  for (const way of ways) {
    const host = hostOf(way)
    for (const path of pathsOf(way)) {
      for (const method of someMethods(search)) {
        const starts = [onlyPath(search.route, path)]
        const [gone] = await waysTo({ ...search, method }, starts, { is: host, not: [] })
        if (gone === undefined) continue
        return {
          method,
          path,
          ...(host !== USUAL_HOST && { host }),
          ...(gone.errors.length > 0 && { errors: gone.errors }),
        }
      }
    }
  }
  return undefined
}

function pathsOf({ paths }: Way): readonly string[] {
  const found = Array.from({ length: TRIED }, (_, number) => pathOf(paths, number))
  return [...new Set(found.filter((path) => path !== undefined))]
}

const TRIED = 8

function hostOf({ host: { is, not } }: Way): string {
  if (is !== undefined) return is
  return not.includes(USUAL_HOST) ? 'another.example' : USUAL_HOST
}

const USUAL_HOST = 'localhost'

function someMethods({ route, content }: Search): readonly string[] {
  const methods = content?.router ? methodsOf(route, content.router.traits) : (route.methods ?? 'any')
  return methods === 'any' || methods.includes('GET') ? ['GET'] : methods.slice(0, 3)
}
