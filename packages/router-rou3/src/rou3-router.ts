import { type Matcher, matched, type Route, type RouterInterface, type RouterTraits } from '@app/router'
import { dynamicEntries, staticFirst } from '@app/router/adapter'
import { ShapeTree } from './shape-tree.ts'

/**
 * Matches routes by rou3, which has a tree of segments.
 *
 * A route that was registered without a list of methods matches any method. A route with an empty list matches only
 * HEAD and OPTIONS: contract 4.1 demands these two, and rou3, which knows no lists of methods, adds none. The more
 * specific route wins, segment by segment: a static segment, then a segment with placeholders, then a catch-all. Of two
 * segments with placeholders, the one with more literal text wins (text before the first placeholder counts first),
 * then the one with a token. Equally specific routes keep the order of registration.
 *
 * @example
 * const app = new Application({ router: new Rou3Router() })
 */
export class Rou3Router implements RouterInterface {
  readonly traits: RouterTraits = {
    anyMethod: 'any',
    emptyList: ['HEAD', 'OPTIONS'],
    precedence: 'specificity',
    tokens: 'honored',
  }

  compile(routes: readonly Route[]): Matcher {
    const tree = new ShapeTree(dynamicEntries(routes, this.traits))
    return staticFirst(routes, this.traits, {
      match: (method, path) => {
        const found = tree.find(method, path)
        return found && matched(found.entry.form.route, found.params)
      },
      candidates: (path, failed) => tree.routesOf(path, failed),
    })
  }
}
