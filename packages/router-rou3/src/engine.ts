import type { Segment } from '@app/router'
import { findAllRoutes, type RouterContext } from 'rou3'
import { type CompiledMatchAll, compileRouter } from 'rou3/compiler'

/**
 * Writes the shape of a path in rou3's syntax: its literal segments, and the positions of placeholders and of a
 * catch-all, without names, tokens and text beside values.
 */
export function toPattern(segments: readonly Segment[]): string {
  const parts = segments.map((segment, index) => {
    if (segment.kind === 'static') return segment.text.replace(SYNTAX, '\\$&')
    return segment.kind === 'rest' ? '**' : `:p${index}`
  })
  return toEngine(`/${parts.join('/')}`)
}

/**
 * Spells a path for rou3, which would ignore a trailing slash: `|`, a character that no canonical path contains, is
 * appended to the slash, so that rou3 sees one more segment.
 */
export function toEngine(path: string): string {
  return path.charCodeAt(path.length - 1) === SLASH ? `${path}${STAND_IN}` : path
}

const SLASH = 47
const STAND_IN = '|'
/** Characters with a meaning for rou3 that may occur in literal text. */
const SYNTAX = /[:()]/g

/** Finds everything that was registered in a rou3 tree for a method and a pattern that matches the path. */
export type LookUp<T> = CompiledMatchAll<T>

/**
 * Makes the function that looks up paths in a tree with `size` values. For a small tree, rou3 generates this function.
 * For a large tree, and if the runtime permits no generated code, the function walks the tree.
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
 * The largest number of values in a tree for which rou3 generates a function. For a larger tree, the function is hardly
 * faster than walking the tree, and takes long to generate.
 */
const MAX_COMPILED = 500
const WITHOUT_PARAMS = { params: false }
