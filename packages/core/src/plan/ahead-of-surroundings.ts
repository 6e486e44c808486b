import type { Container } from '../container/container.ts'
import { isAhead } from '../middleware/ahead-of-surroundings.ts'
import { tryLazy } from './lazy.ts'
import type { PlanNode, SplitRoute } from './node.ts'

/**
 * Splits the middleware of a route behind the last one of those at its beginning that `aheadOfSurroundings` has marked.
 * Services among them are made now. `undefined` if the route does not begin with marked middleware.
 */
export function splitRoute(
  node: PlanNode,
  container: Container | undefined,
): SplitRoute | undefined | Promise<SplitRoute | undefined> {
  const nodes = flat(node)
  return split(nodes, 0, container)
}

function split(
  nodes: readonly PlanNode[],
  from: number,
  container: Container | undefined,
): SplitRoute | undefined | Promise<SplitRoute | undefined> {
  let count = from
  // The last one answers, so that it is never ahead of anything.
  for (; count < nodes.length - 1; count++) {
    const node = nodes[count] as PlanNode
    const made = node.kind === 'lazy' ? node.latest.made : node
    if (node.kind === 'lazy' && made === undefined) {
      return tryLazy(node, container).then((known) => {
        return known === undefined ? splitAt(nodes, count) : split(nodes, count, container)
      })
    }
    if (made?.kind !== 'middleware' || !isAhead(made.value)) break
  }
  return splitAt(nodes, count)
}

function splitAt(nodes: readonly PlanNode[], count: number): SplitRoute | undefined {
  return count === 0 ? undefined : { ahead: nodes.slice(0, count), inside: nodes.slice(count) }
}

/** Returns the items of a list, also of lists in it. A `Pipeline` stays as it is. */
function flat(node: PlanNode): readonly PlanNode[] {
  return node.kind === 'pipeline' && node.name === undefined ? node.children.flatMap(flat) : [node]
}
