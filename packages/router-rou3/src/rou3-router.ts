import {
  createPathForm,
  expandOptional,
  type Matcher,
  matched,
  methodsOf,
  type Route,
  type RouterInterface,
  type RouterTraits,
  staticFirst,
  staticPath,
} from '@app/router'
import { ANY_METHOD, type Entry, ShapeTree } from './shape-tree.ts'
import { compareSpecificity } from './specificity.ts'

/**
 * Routes with rou3, a tree of segments.
 *
 * A route without methods has any method at all. An empty list honors HEAD and OPTIONS, which is all that contract 4.1
 * asks for: rou3 itself knows no list of methods.
 * The more specific route wins, segment by segment: literal text, then a placeholder, the longer the literal text beside
 * it the sooner, one with a token before one without, then a catch-all. Equals go by the order of registration.
 */
export class Rou3Router implements RouterInterface {
  readonly traits: RouterTraits = {
    anyMethod: 'any',
    emptyList: ['HEAD', 'OPTIONS'],
    precedence: 'specificity',
    tokens: 'honored',
  }

  compile(routes: readonly Route[]): Matcher {
    const entries = routes.flatMap((route) => this.#entriesOf(route))
    const tree = new ShapeTree(entries.sort((a, b) => compareSpecificity(a.form.segments, b.form.segments)))
    return staticFirst(routes, this.traits, {
      match: (method, path) => {
        const found = tree.find(method, path)
        return found && matched(found.form.route, found.params)
      },
      candidates: (path) => tree.routesOf(path),
    })
  }

  #entriesOf(route: Route): readonly Entry[] {
    const methods = methodsOf(route, this.traits)
    const dynamic = expandOptional(route.segments).filter((segments) => staticPath(segments) === undefined)
    const forms = dynamic.map((segments) => createPathForm(route, segments))
    return (methods === 'any' ? [ANY_METHOD] : methods).flatMap((method) => forms.map((form) => ({ form, method })))
  }
}
