import type { Segment } from '@app/router'
import { findAllRoutes, type RouterContext } from 'rou3'
import { type CompiledMatchAll, compileRouter } from 'rou3/compiler'

/** The shape of a path in rou3's syntax: only the places of literal segments, placeholders and a catch-all. */
export function toPattern(segments: readonly Segment[]): string {
  const parts = segments.map((segment, index) => {
    if (segment.kind === 'static') return segment.text.replace(SYNTAX, '\\$&')
    return segment.kind === 'rest' ? '**' : `:p${index}`
  })
  return toEngine(`/${parts.join('/')}`)
}

/**
 * Spells a path for rou3. Since rou3 ignores a trailing slash, a character that no path contains is appended to the
 * slash.
 */
export function toEngine(path: string): string {
  return path.charCodeAt(path.length - 1) === SLASH ? `${path}${STAND_IN}` : path
}

const SLASH = 47
const STAND_IN = '|'
/** Characters with a meaning for rou3 that may occur in literal text. */
const SYNTAX = /[:()]/g

/** Finds all values of a rou3 tree that match a method and path. */
export type LookUp<T> = CompiledMatchAll<T>

/**
 * Makes the look-up in a tree. For a small tree it is a generated function. For a large tree, and if the runtime
 * permits no generated code, it walks the tree.
 */
export function createLookUp<T>(tree: RouterContext<T>, size: number): LookUp<T> {
  const walk: LookUp<T> = (method, path) => findAllRoutes(tree, method, path, WITHOUT_PARAMS)
  if (size > MAX_COMPILED) return walk
  try {
    return compileRouter(tree, { matchAll: true })
  } catch {
    return walk
  }
}

/**
 * The most values for which a function is generated. For larger trees the function is hardly faster, and takes long to
 * generate.
 */
const MAX_COMPILED = 500
const WITHOUT_PARAMS = { params: false }
