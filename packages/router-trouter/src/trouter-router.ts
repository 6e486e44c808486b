import { type Matcher, matched, type Route, type RouterInterface, type RouterTraits } from '@app/router'
import { dynamicEntries, staticFirst } from '@app/router/adapter'
import { PathIndex } from './path-index.ts'

/**
 * Matches routes by trouter, which tries one regular expression after another. An index first selects the few routes
 * that trouter has to try.
 *
 * A route that was registered without a list of methods matches every method; a route with an empty list matches only
 * HEAD and OPTIONS (contract 4.1). The route that was registered first wins, even against a static path.
 *
 * @example
 * const app = new Application({ router: new TrouterRouter() })
 */
export class TrouterRouter implements RouterInterface {
  readonly traits: RouterTraits = {
    anyMethod: 'any',
    emptyList: ['HEAD', 'OPTIONS'],
    precedence: 'registration',
    tokens: 'honored',
  }

  compile(routes: readonly Route[]): Matcher {
    const index = new PathIndex(dynamicEntries(routes, this.traits))
    return staticFirst(routes, this.traits, {
      match: (method, path) => {
        const found = index.find(method, path)
        return found && matched(found.entry.form.route, found.params)
      },
      candidates: (path, failed) => index.routesOf(path, failed),
    })
  }
}
