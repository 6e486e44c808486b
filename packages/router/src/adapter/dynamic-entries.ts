import { expandOptional, staticPath } from '../path/segment.ts'
import type { Route } from '../route.ts'
import { methodsOf, type RouterTraits } from '../router-interface.ts'
import { createPathForm, type PathForm } from './path-form.ts'
import { compareSpecificity } from './specificity.ts'

/**
 * A form of a route (its path with none, some or all of its optional parts) and one of the route's methods. An adapter
 * gives such entries to its engine.
 */
export interface DynamicEntry {
  readonly form: PathForm
  /** The method of the entry; `ANY_METHOD` for a route for any method. */
  readonly method: string
  /** The index of the entry in the list. Of two entries that match a request, the one with the lower rank wins. */
  readonly rank: number
}

/** The `method` of an entry whose route matches any method. No request has this text as its method. */
export const ANY_METHOD = ''

/**
 * Lists the forms of all routes that have placeholders, with one entry for each method, ordered by the router's
 * precedence: of two entries that match a request, the earlier one wins.
 *
 * The list is for the engine behind `staticFirst`, which itself handles forms without placeholders. A form with several
 * methods has an entry for each of them, and these entries share one `form` object.
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
 * Makes a function that `candidates` of an adapter calls to find all routes of a path. The function lists the methods
 * under which the path still has to be looked up: all methods of the engine, except the method whose look-up has just
 * failed. If a look-up has failed, `ANY_METHOD` is left out too, since that look-up has also tried the routes for any
 * method.
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
