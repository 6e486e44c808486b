import type { Application } from '@app/core'
import { NOWHERE, preparedOf, ready } from '@app/core/tree'
import { keysOf, requestWithout } from './check-attributes.ts'
import { type Surveyed, survey } from './survey.ts'

/**
 * The services of an application that read attributes, as `reads` of `@app/core/presence` says, each with the names of the
 * attributes that are there whenever it runs.
 *
 * `app types` writes it down for the compiler. Makes services and classes to see what is in them, and runs no middleware.
 *
 * @example
 * const attributes = (await attributesInFront(app)).get('team.show')
 */
export async function attributesInFront(application: Application): Promise<ReadonlyMap<string, readonly string[]>> {
  const tree = preparedOf(application, '')
  if (tree?.kind !== 'application')
    throw new TypeError('attributesInFront() takes an application of this copy of @app/core.')
  await ready(tree, NOWHERE)
  const found = await survey(tree, NOWHERE)
  const keys = new Map(found.nodes.flatMap(({ node }) => keysOf('provides', node)).map((key) => [key.id, key]))
  const inFront = new Map<string, readonly string[]>()
  for (const { service, reader } of found.nodes.flatMap(readersOf)) {
    const names: string[] = []
    for (const key of keys.values()) {
      if ((await requestWithout(tree, found, reader, key)) === undefined) names.push(key.name)
    }
    // In front of all places where it stands.
    inFront.set(service, inFront.get(service)?.filter((name) => names.includes(name)) ?? names.sort())
  }
  return inFront
}

/** The middleware of a service, where it reads attributes. */
function readersOf(position: Surveyed): readonly { readonly service: string; readonly reader: Surveyed }[] {
  const { node } = position
  if (node.kind !== 'service' || !node.latest.made || keysOf('reads', node.latest.made).length === 0) return []
  return [{ service: node.name, reader: { ...position, node: node.latest.made } }]
}
