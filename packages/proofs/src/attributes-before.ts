import type { Application } from '@app/core'
import { keysOf, requestWithout } from './check-attributes.ts'
import { applicationPlan, type Surveyed, survey } from './survey.ts'

/**
 * Lists the services of an application that declare by `reads` of `@app/core` that they read attributes. Each
 * service comes with the names of the attributes that every request has when the service runs. An attribute is listed
 * if the search finds no request that reaches the service without it.
 *
 * The command `app types` writes the result into a declaration file. The function constructs services and middleware
 * classes to look inside of them, and runs no middleware.
 *
 * @example
 * const attributes = (await attributesBefore(app)).get('team.show')
 */
export async function attributesBefore(application: Application): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await survey(applicationPlan('attributesBefore()', application))
  const keys = new Map(found.nodes.flatMap(({ node }) => keysOf('provides', node)).map((key) => [key.id, key]))
  const before = new Map<string, readonly string[]>()
  for (const { service, reader } of found.nodes.flatMap(readersOf)) {
    const names: string[] = []
    for (const key of keys.values()) {
      if ((await requestWithout(found, reader, key)) === undefined) names.push(key.name)
    }
    // A service may have several positions. An attribute is listed only if it is set before all these positions.
    before.set(service, before.get(service)?.filter((name) => names.includes(name)) ?? names.sort())
  }
  return before
}

/**
 * Returns a list of one item for a position that names a service: the name of the service, and the position with the
 * middleware that the service is. The list is empty for any other position, for a service that has not been made, and
 * for middleware that reads no attributes.
 */
function readersOf(position: Surveyed): readonly { readonly service: string; readonly reader: Surveyed }[] {
  const { node } = position
  if (node.kind !== 'lazy' || node.from !== 'service') return []
  const { name: service, latest } = node
  if (!latest.made || keysOf('reads', latest.made).length === 0) return []
  return [{ service, reader: { ...position, node: latest.made } }]
}
