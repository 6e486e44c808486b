import type { Application } from '@app/core'
import {
  type Around,
  type ErrorNode,
  inside,
  type MiddlewareNode,
  notedKeys,
  OUTSIDE,
  type PlanNode,
  planOf,
  type Visitor,
  walk,
} from '@app/core/internal'
import type { Masks } from '../masks.ts'
import { originLink } from '../pages/editor-link.ts'
import type { ShownStep } from '../shown.ts'

/** The data that the inspector shows about a position of a pipeline, such as its entry in the configuration. */
type Placed = Pick<ShownStep, 'entry' | 'link' | 'name' | 'reads'>

/**
 * Looks up the data of a position in a pipeline. `place` is the name that errors and messages of the tracing channels
 * have for the position, `basePath` the prefix around it.
 */
export type PlaceOf = (place: string, basePath: string) => Placed

/**
 * Makes the function that looks up the data of a position: its entry in the configuration, the link to the file of the
 * entry, the name of its service or class, and the attributes that its middleware declares to read.
 *
 * The middleware in a service is known only once the service has been made. So if a position is not found, the pipeline
 * is read again, once for each such position.
 */
export function placesOf(application: Application, editor: string): PlaceOf {
  let known = new Map<string, Placed>()
  const unknown = new Set<string>()
  return (place, basePath) => {
    const key = `${basePath} ${place}`
    const found = known.get(key)
    if (found) return found
    if (!unknown.has(key) && unknown.size < MOST) {
      unknown.add(key)
      const plan = planOf(application)
      if (plan) known = new Map(placesIn([plan], OUTSIDE, {}, editor))
    }
    return known.get(key) ?? NOTHING
  }
}

/** Lists the positions in some nodes; `outer` is what the positions around them pass on to them. */
function* placesIn(
  nodes: Iterable<PlanNode>,
  around: Around,
  outer: Omit<Placed, 'reads'>,
  editor: string,
): Generator<[string, Placed]> {
  for (const node of nodes) {
    const { entry, place } = node
    const link = originLink(editor, entry?.origin)
    const own = entry ? { entry, ...(link !== undefined && { link }) } : outer
    const placed = node.kind === 'lazy' ? { ...own, name: node.name } : own
    yield [`${around.basePath} ${place}`, { ...placed, reads: walk(node, reads) }]
    yield* walk(node, placesInside(placed, editor), around)
  }
}

function placesInside(outer: Omit<Placed, 'reads'>, editor: string): Visitor<Iterable<[string, Placed]>> {
  return {
    lazy: ({ latest }, around) => (latest.made ? placesIn([latest.made], around, outer, editor) : []),
    *application(node, around) {
      const [positions, within] = inside(node, around)
      yield* placesIn(positions, within, outer, editor)
      yield* placesIn(node.content.table.nodes.values(), within, {}, editor)
    },
    otherwise: (nodes, around) => placesIn(nodes, around, outer, editor),
  }
}

/** The names of the attributes that a node declares to read. */
const reads: Visitor<readonly string[]> = { middleware: namesRead, error: namesRead, otherwise: () => [] }

function namesRead({ value }: MiddlewareNode | ErrorNode): readonly string[] {
  return notedKeys('reads', value as object).map(({ name }) => name)
}

const NOTHING: Placed = { reads: [] }
const MOST = 1_000

/** The objects that all recordings share. */
export interface RecordingContext {
  readonly masks: Masks
  readonly editor: string
  readonly placeOf: PlaceOf
}
