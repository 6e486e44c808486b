import type { Application } from '@app/core'
import { inside, NOWHERE, notedKeys, type PreparedMiddleware, preparedOf } from '@app/core/tree'
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
 * The middleware behind a service is known only once the service has been made. So if a position is not found, the
 * pipeline is read again, once for each such position.
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
      const node = preparedOf(application, '')
      if (node) known = new Map(walk(node, '', {}, editor))
    }
    return known.get(key) ?? NOTHING
  }
}

function* walk(
  node: PreparedMiddleware,
  basePath: string,
  outer: Omit<Placed, 'reads'>,
  editor: string,
): Generator<[string, Placed]> {
  const link = originLink(editor, node.entry?.origin)
  const around = node.entry ? { entry: node.entry, ...(link !== undefined && { link }) } : outer
  const reads = 'value' in node && Object(node.value) === node.value ? notedKeys('reads', node.value as object) : []
  const isNamed = node.kind === 'service' || node.kind === 'class'
  const placed = { ...around, ...(isNamed && { name: node.name }) }
  yield [`${basePath} ${node.place}`, { ...placed, reads: reads.map(({ name }) => name) }]
  if (isNamed && node.latest.made) yield* walk(node.latest.made, basePath, placed, editor)
  const prefix = node.kind === 'limited' ? basePath + (node.path ?? '') : basePath
  const [children] = inside(node, NOWHERE)
  for (const child of children) yield* walk(child, prefix, placed, editor)
  if (node.kind !== 'application') return
  for (const answer of node.content.table.answers.values()) yield* walk(answer, prefix, {}, editor)
}

const NOTHING: Placed = { reads: [] }
const MOST = 1_000

/** The objects that all recordings share. */
export interface RecordingContext {
  readonly masks: Masks
  readonly editor: string
  readonly placeOf: PlaceOf
}
