import type { Matcher, Route, RouterInterface, RouterTraits } from '@app/router'
import { type DynamicEntry, dynamicEntries, staticFirst } from '@app/router/adapter'
import { createTree, type EntryTree } from './entry-tree.ts'

const METHODS = Object.freeze(['HEAD', 'OPTIONS', 'GET', 'POST', 'PATCH', 'PUT', 'TRACE', 'DELETE'])

/**
 * Matches routes by find-my-way, which has a radix tree for each method.
 *
 * find-my-way needs a list of methods, so a route that was registered without one matches the eight methods that
 * contract 4.1 lists. A route with an empty list matches HEAD, OPTIONS and GET. The more specific route wins, segment
 * by segment: a static segment, then a segment with placeholders, then a catch-all. Of two segments with placeholders,
 * the one with more literal text wins (text before the first placeholder counts first), then the one with a token.
 * Equally specific routes keep the order of registration.
 *
 * @example
 * const app = new Application({ router: new FindMyWayRouter() })
 */
export class FindMyWayRouter implements RouterInterface {
  readonly traits: RouterTraits = {
    anyMethod: METHODS,
    emptyList: ['HEAD', 'OPTIONS', 'GET'],
    precedence: 'specificity',
    tokens: 'honored',
  }

  compile(routes: readonly Route[]): Matcher {
    const trees = plantTrees(dynamicEntries(routes, this.traits))
    const distinct = [...new Set(trees.values())]
    const others = new Map([...trees].map(([method, tree]) => [method, distinct.filter((other) => other !== tree)]))
    // The tree of GET has a variable of its own: nearly all requests have this method, and comparing the method with
    // "GET" is faster than a look-up in the map of trees.
    const [forGet, besideGet] = [trees.get('GET'), others.get('GET')]
    return staticFirst(routes, this.traits, {
      match: (method, path) => (method === 'GET' ? forGet : trees.get(method))?.match(path),
      candidates: (path, failed = '') => {
        const rest = (failed === 'GET' ? besideGet : others.get(failed)) ?? distinct
        return rest.length === 0 ? NO_ROUTES : rest.flatMap((tree) => tree.candidates(path))
      },
    })
  }
}

const NO_ROUTES: readonly Route[] = Object.freeze([])

/** Makes a tree for each method; methods with the same forms share a tree. */
function plantTrees(entries: readonly DynamicEntry[]): ReadonlyMap<string, EntryTree> {
  const byMethod = new Map<string, DynamicEntry[]>()
  for (const entry of entries) {
    const known = byMethod.get(entry.method)
    if (known) known.push(entry)
    else byMethod.set(entry.method, [entry])
  }
  const planted: { readonly entries: readonly DynamicEntry[]; readonly tree: EntryTree }[] = []
  return new Map(
    [...byMethod].map(([method, own]) => {
      const same = planted.find((other) => isSameForms(other.entries, own))
      if (same) return [method, same.tree]
      const tree = createTree(own)
      planted.push({ entries: own, tree })
      return [method, tree]
    }),
  )
}

function isSameForms(left: readonly DynamicEntry[], right: readonly DynamicEntry[]): boolean {
  return left.length === right.length && left.every(({ form }, index) => form === right[index]?.form)
}
