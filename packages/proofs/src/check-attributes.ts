import type { AnyAttributeKey } from '@app/core'
import { notedKeys, type PlanNode } from '@app/core/internal'
import { routeText } from './open-route.ts'
import { pathSetsOf } from './path-set.ts'
import { searchFor } from './policy-targets.ts'
import type { Survey, Surveyed } from './survey.ts'
import { type FoundRequest, requestOn } from './way-request.ts'
import { type Search, waysTo } from './ways.ts'

/**
 * Finds handlers and middleware that declare by `reads` of `@app/core` that they read an attribute, and that
 * some request reaches without it. An attribute counts as set after middleware that declares it by `provides`, in the
 * list of the route or in a pipeline around the route. Returns one message for each such reader and attribute.
 */
export async function checkAttributes(found: Survey): Promise<readonly string[]> {
  const problems: string[] = []
  for (const reader of found.nodes) {
    for (const key of keysOf('reads', reader.node)) {
      const request = await requestWithout(found, reader, key)
      if (request) problems.push(missing(reader, key, request, found))
    }
  }
  return [...new Set(problems)]
}

/**
 * Finds a request that reaches a position before middleware has provided an attribute. Returns `undefined` if there is
 * no such request, or if all requests that are tried have the attribute.
 */
export async function requestWithout(
  survey: Survey,
  { node, route, mount }: Surveyed,
  key: AnyAttributeKey,
): Promise<FoundRequest | undefined> {
  const search: Search = {
    ...searchFor(node),
    ...(route && mount && { route, content: mount.content, basePath: mount.basePath }),
    isPassed: (other) => keysOf('provides', other).some(({ id }) => id === key.id),
    withErrors: false,
    survey,
  }
  const ways = await waysTo(search, pathSetsOf(search.route, search.basePath))
  return ways.length === 0 ? undefined : requestOn(search, ways)
}

/** Returns the keys of the attributes that middleware declares by `provides` or by `reads`, whichever `what` names. */
export function keysOf(what: 'provides' | 'reads', node: PlanNode): readonly AnyAttributeKey[] {
  return node.kind === 'middleware' ? notedKeys(what, node.value) : []
}

function missing({ node, route, mount }: Surveyed, key: AnyAttributeKey, request: FoundRequest, found: Survey): string {
  const name = route && mount ? routeText(route, mount) : node.place
  const providers = found.nodes.filter((other) => keysOf('provides', other.node).some(({ id }) => id === key.id))
  const places = [
    ...new Set(providers.map(({ node, basePath }) => (basePath ? `${node.place}, for "${basePath}"` : node.place))),
  ]
  const remedy =
    places.length > 0
      ? `It is provided by ${places.join('; ')}. Put that middleware before them, for these paths too.`
      : `Nothing provides it. ${ownerOf(key)}`
  return `${name} reads the attribute "${key.name}", and ${request.method} ${request.path} gets there without it. ${remedy}`
}

/**
 * Writes the advice for an attribute that nothing provides. A key whose symbol begins with the name of a package other
 * than `@app/core`, such as `Symbol.for('@app/session/session')`, is provided by the middleware of that package.
 */
function ownerOf({ id, name }: AnyAttributeKey): string {
  const owner = /^(?!@app\/core\/)@[\w-]+\/[\w-]+(?=\/)/.exec(`${id.description}`)?.[0]
  return owner === undefined
    ? `Pipe middleware before it that provides it: provides([${name}], middleware).`
    : `Pipe the middleware of ${owner} before it, or run npx app add ${owner}.`
}
