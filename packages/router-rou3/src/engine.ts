import type { Segment } from '@app/router'
import { findAllRoutes, type RouterContext } from 'rou3'
import { type CompiledMatchAll, compileRouter } from 'rou3/compiler'

/** The shape of a path in rou3's syntax: where literal segments, placeholders and a catch-all stand, and no more. */
export function toPattern(segments: readonly Segment[]): string {
  const parts = segments.map((segment, index) => {
    if (segment.kind === 'static') return segment.text.replace(SYNTAX, '\\$&')
    return segment.kind === 'rest' ? '**' : `:p${index}`
  })
  return toEngine(`/${parts.join('/')}`)
}

/** A path as rou3 gets it: it ignores a trailing slash, so what is behind one gets a stand-in that no path holds. */
export function toEngine(path: string): string {
  return path.charCodeAt(path.length - 1) === SLASH ? `${path}${STAND_IN}` : path
}

const SLASH = 47
const STAND_IN = '|'
/** What means something to rou3 and may stand in literal text. */
const SYNTAX = /[:()]/g

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
