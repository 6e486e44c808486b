import { expandOptional, staticPath } from '../path/segment.ts'
import type { Route } from '../route.ts'
import { methodsOf, type RouterTraits } from '../router-interface.ts'
import { createPathForm, type PathForm } from './path-form.ts'
import { compareSpecificity } from './specificity.ts'

/**
 * A form of a route (its path with some of the optional parts) and one of the route's methods, for an adapter's engine.
 */
export interface DynamicEntry {
  readonly form: PathForm
  /** The method of the entry; `ANY_METHOD` for a route for any method. */
  readonly method: string
  /** The index of the entry in the list. Of two entries that match a request, the one with the lower rank wins. */
  readonly rank: number
}

/** The method of entries for any method. No request has this method. */
export const ANY_METHOD = ''

/**
 * Lists the forms of all routes that have placeholders, with one entry for each method, ordered by the router's
 * precedence: of two entries that match a request, the earlier one wins.
 *
 * The list is for the engine behind `staticFirst`, which itself handles forms without placeholders. The entries of one
 * form for several methods have the same `form` object.
 */
export function dynamicEntries(routes: readonly Route[], traits: RouterTraits): readonly DynamicEntry[] {
  const entries: { readonly form: PathForm; readonly method: string; rank: number }[] = []
  for (const route of routes) {
    const methods = methodsOf(route, traits)
    const forms = dynamicForms(route)
    for (const method of methods === 'any' ? [ANY_METHOD] : methods) {
      for (const form of forms) entries.push({ form, method, rank: 0 })
    }
  }
  if (traits.precedence === 'specificity') {
    entries.sort((a, b) => compareSpecificity(a.form.segments, b.form.segments))
  }
  for (const [rank, entry] of entries.entries()) entry.rank = rank
  return entries
}

/**
 * Makes a function for the `candidates` of an adapter. It lists the methods to look up: all methods of the engine,
 * except the method whose look-up has just failed, and `ANY_METHOD`, which the failed look-up has also tried.
 */
export function otherMethods(methods: readonly string[]): (failed: string | undefined) => readonly string[] {
  const named = methods.filter((method) => method !== ANY_METHOD)
  const others = new Map(named.map((method) => [method, named.filter((other) => other !== method)]))
  return (failed) => (failed === undefined ? methods : (others.get(failed) ?? named))
}

function dynamicForms(route: Route): readonly PathForm[] {
  const dynamic = expandOptional(route.segments).filter((segments) => staticPath(segments) === undefined)
  return dynamic.map((segments) => createPathForm(route, segments))
}
