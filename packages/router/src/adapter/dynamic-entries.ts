import { expandOptional, staticPath } from '../path/segment.ts'
import type { Route } from '../route.ts'
import { methodsOf, type RouterTraits } from '../router-interface.ts'
import { createPathForm, type PathForm } from './path-form.ts'
import { compareSpecificity } from './specificity.ts'

/** A form of a route with one of its methods: what the engine of an adapter is filled with. */
export interface DynamicEntry {
  readonly form: PathForm
  /** `ANY_METHOD` where the route has any. */
  readonly method: string
  /** Its place in the list: of two entries that have a path and a method, the one with the lower rank wins. */
  readonly rank: number
}

/** The method of an entry whose route has any method at all; no request has it. */
export const ANY_METHOD = ''

/**
 * The forms of routes that hold placeholders, one entry a method, those that win first by the router's precedence.
 *
 * For the engine behind `staticFirst`, which answers the forms without placeholders. The entries of a form share it.
 */
export function dynamicEntries(routes: readonly Route[], traits: RouterTraits): readonly DynamicEntry[] {
  const entries = routes.flatMap((route) => {
    const methods = methodsOf(route, traits)
    const forms = dynamicForms(route)
    return (methods === 'any' ? [ANY_METHOD] : methods).flatMap((method) => forms.map((form) => ({ form, method })))
  })
  if (traits.precedence === 'specificity') {
    entries.sort((a, b) => compareSpecificity(a.form.segments, b.form.segments))
  }
  return entries.map((entry, rank) => ({ ...entry, rank }))
}

function dynamicForms(route: Route): readonly PathForm[] {
  const dynamic = expandOptional(route.segments).filter((segments) => staticPath(segments) === undefined)
  return dynamic.map((segments) => createPathForm(route, segments))
}
