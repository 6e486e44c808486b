import { findAllRoutes, type RouterContext } from 'rou3'
import { type CompiledMatchAll, compileRouter } from 'rou3/compiler'

/** What a tree of rou3 holds for a method and a path, at all of its places that match. */
export type LookUp<T> = CompiledMatchAll<T>

/** Makes a function of a small tree; a large one is walked, as is any where no code may be made at run time. */
export function createLookUp<T>(tree: RouterContext<T>, size: number): LookUp<T> {
  const walk: LookUp<T> = (method, path) => findAllRoutes(tree, method, path, WITHOUT_PARAMS)
  if (size > MAX_COMPILED) return walk
  try {
    return compileRouter(tree, { matchAll: true })
  } catch {
    return walk
  }
}

/** Beyond, the function is hardly faster than the tree, and takes long to make. */
const MAX_COMPILED = 500
const WITHOUT_PARAMS = { params: false }
