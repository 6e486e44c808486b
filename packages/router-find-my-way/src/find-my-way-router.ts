import {
  expandOptional,
  type Matcher,
  methodsOf,
  type Route,
  type RouterInterface,
  type RouterTraits,
  staticFirst,
  staticPath,
} from '@app/router'
import { MethodTree } from './method-tree.ts'

const METHODS = Object.freeze(['HEAD', 'OPTIONS', 'GET', 'POST', 'PATCH', 'PUT', 'TRACE', 'DELETE'])

/**
 * Routes with find-my-way, a radix tree per method.
 *
 * It needs methods spelled out: a route without any has the eight of contract 4.1, an empty list honors GET too.
 * The more specific route wins: static, then with a token, then any placeholder, then a catch-all.
 */
export class FindMyWayRouter implements RouterInterface {
  readonly traits: RouterTraits = {
    anyMethod: METHODS,
    emptyList: ['HEAD', 'OPTIONS', 'GET'],
    precedence: 'specificity',
    tokens: 'honored',
  }

  compile(routes: readonly Route[]): Matcher {
    const dynamic = routes.filter((route) => staticPath(route.segments) === undefined)
    const hasEmptySegments = dynamic.some((route) => route.segments.some(canMatchEmptySegment))
    const trees = new Map<string, MethodTree>()
    for (const route of dynamic) {
      for (const method of methodsOf(route, this.traits)) {
        const tree = trees.get(method) ?? new MethodTree(hasEmptySegments)
        trees.set(method, tree)
        for (const segments of expandOptional(route.segments)) {
          if (staticPath(segments) === undefined) tree.add(route, segments)
        }
      }
    }
    for (const tree of trees.values()) tree.generateCode()
    return staticFirst(routes, this.traits, {
      match: (method, path) => trees.get(method)?.match(path),
      candidates: function* (path) {
        for (const tree of trees.values()) {
          const result = tree.match(path)
          if (result?.matched) yield result.route
        }
      },
    })
  }
}

function canMatchEmptySegment(segment: Route['segments'][number]): boolean {
  return segment.kind === 'rest' || (segment.kind === 'static' && segment.text === '')
}
