import { expandOptional, staticPath } from '../path/segment.ts'
import type { Route } from '../route.ts'
import { methodsOf, type RouterTraits } from '../router-interface.ts'
import { createPathForm, type PathForm } from './path-form.ts'
import { compareSpecificity } from './specificity.ts'

/**
 * One form of a route (its path with none, some or all of its optional parts) with one of the methods of the route. An
 * adapter, which is a router built on a routing library, registers these entries with the library, its engine.
 */
export interface DynamicEntry {
  readonly form: PathForm
  /** The method of the entry; `ANY_METHOD` for a route for any method. */
  readonly method: string
  /**
   * The index of the entry in the list that `dynamicEntries` returns. Of two entries that match a request, the one with
   * the lower rank wins.
   */
  readonly rank: number
}

/** The `method` of an entry whose route matches any method. No request has this text as its method. */
export const ANY_METHOD = ''

/**
 * Lists the forms with placeholders of all routes, with one entry for each form and method, in the order of the
 * router's precedence: of two entries that match a request, the earlier one wins.
 *
 * An adapter registers these entries with its engine (the routing library). `staticFirst` matches the forms without
 * placeholders. A form with several methods has an entry for each of them, and these entries share one `form` object.
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
 * Makes a function that lists the methods under which an adapter has to look up a path to find all routes of the path.
 * `methods` are the methods of all entries.
 *
 * The function gets the method `failed` if a look-up of the path under this method has just found no route. It then
 * leaves out `failed`, and `ANY_METHOD`, since that look-up has also tried the routes for any method.
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
