import { type Matcher, matched, type Route, type RouterInterface, type RouterTraits } from '@app/router'
import { dynamicEntries, staticFirst } from '@app/router/adapter'
import { ShapeTree } from './shape-tree.ts'

/**
 * Routes with rou3, a tree of segments.
 *
 * A route without methods has any method at all. An empty list honors HEAD and OPTIONS, which is all that contract 4.1
 * asks for: rou3 itself knows no list of methods. The more specific route wins, segment by segment: literal text, then
 * a placeholder, then a catch-all. Of placeholders the one with more literal text beside it wins, then one with a
 * token. Equally specific routes keep the order of registration.
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
