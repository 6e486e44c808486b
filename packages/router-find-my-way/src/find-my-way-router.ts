import {
  type DynamicEntry,
  dynamicEntries,
  type Matcher,
  type PathForm,
  type Route,
  type RouterInterface,
  type RouterTraits,
  staticFirst,
} from '@app/router'
import { FormTree } from './form-tree.ts'

const METHODS = Object.freeze(['HEAD', 'OPTIONS', 'GET', 'POST', 'PATCH', 'PUT', 'TRACE', 'DELETE'])

/**
 * Routes with find-my-way, a radix tree per method.
 *
 * find-my-way needs explicit methods: a route without methods has the eight of contract 4.1. An empty list honors GET
 * too. The more specific route wins, segment by segment: static text, then a placeholder, then a catch-all. Of
 * placeholders the one with more literal text around it wins, then one with a token. Equally specific routes keep the
 * order of registration.
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
    return staticFirst(routes, this.traits, {
      match: (method, path) => trees.get(method)?.match(path),
      candidates: (path, failed = '') => {
        const rest = others.get(failed) ?? distinct
        return rest.length === 0 ? NO_ROUTES : rest.flatMap((tree) => tree.candidates(path))
      },
    })
  }
}

const NO_ROUTES: readonly Route[] = Object.freeze([])

/** A tree for each method; methods with the same forms share one. */
function plantTrees(entries: readonly DynamicEntry[]): ReadonlyMap<string, FormTree> {
  const byMethod = new Map<string, PathForm[]>()
  for (const { form, method } of entries) {
    const known = byMethod.get(method)
    if (known) known.push(form)
    else byMethod.set(method, [form])
  }
  const planted: { readonly forms: readonly PathForm[]; readonly tree: FormTree }[] = []
  return new Map(
    [...byMethod].map(([method, forms]) => {
      const same = planted.find((other) => isSameList(other.forms, forms))
      if (same) return [method, same.tree]
      const tree = new FormTree(forms)
      planted.push({ forms, tree })
      return [method, tree]
    }),
  )
}

function isSameList<T>(left: readonly T[], right: readonly T[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index])
}
