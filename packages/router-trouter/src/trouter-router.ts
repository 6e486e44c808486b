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
import { ANY_METHOD, type Entry } from './bucket.ts'
import { PathIndex } from './path-index.ts'

/**
 * Routes with trouter, which tries one regular expression after another, behind an index that leaves it few to try.
 *
 * A route without methods has any method at all, an empty list honors HEAD and OPTIONS (contract 4.1).
 * The route that was registered first wins, static or not.
 */
export class TrouterRouter implements RouterInterface {
  readonly traits: RouterTraits = {
    anyMethod: 'any',
    emptyList: ['HEAD', 'OPTIONS'],
    precedence: 'registration',
    tokens: 'honored',
  }

  compile(routes: readonly Route[]): Matcher {
    const entries = routes.flatMap((route, order) => this.#entriesOf(route, order))
    const index = new PathIndex(entries)
    return staticFirst(routes, this.traits, {
      match: (method, path) => {
        const found = index.find(method, path)
        return found && matched(found.entry.form.route, found.params)
      },
      candidates: (path) => index.routesOf(path),
    })
  }

  #entriesOf(route: Route, order: number): readonly Entry[] {
    const methods = methodsOf(route, this.traits)
    const dynamic = expandOptional(route.segments).filter((segments) => staticPath(segments) === undefined)
    const forms = dynamic.map((segments) => createPathForm(route, segments))
    return (methods === 'any' ? [ANY_METHOD] : methods).flatMap((method) =>
      forms.map((form) => ({ form, method, order })),
    )
  }
}
