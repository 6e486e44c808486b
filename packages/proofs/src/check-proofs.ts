import type { Application } from '@app/core'
import { NOWHERE, preparedOf, ready } from '@app/core/tree'
import { checkAttributes } from './check-attributes.ts'
import { checkPolicies } from './check-policies.ts'
import { survey } from './survey.ts'

/** What does not hold of an application, though it says so. */
export interface Refuted {
  /** The names of the policies that hold. */
  readonly proven: readonly string[]
  /** Of `policies` in the configuration, by `guardCoverage`. */
  readonly policies: readonly string[]
  /** Of `provides` and `reads`. */
  readonly attributes: readonly string[]
}

/**
 * Proves what an application says of itself, and gives what does not hold, each with its place and what to do: `policies` of
 * the configuration in its container, and attributes that handlers `read`.
 *
 * `app check` reports the same. Makes services and classes to see what is in them, and runs no middleware.
 *
 * @example
 * const { policies, attributes } = await checkProofs(app)
 * if (policies.length + attributes.length > 0) throw new Error([...policies, ...attributes].join('\n'))
 */
export async function checkProofs(application: Application): Promise<Refuted> {
  const tree = preparedOf(application, '')
  if (tree?.kind !== 'application') throw new TypeError('checkProofs() takes an application of this copy of @app/core.')
  await ready(tree, NOWHERE)
  const found = await survey(tree, NOWHERE)
  const { container } = tree.content
  const config: unknown = container?.has('config') ? await container.get('config') : undefined
  const isThere = typeof config === 'object' && config !== null
  const checked = isThere ? await checkPolicies(tree, found, config) : { proven: [], policies: [] }
  return { ...checked, attributes: await checkAttributes(tree, found) }
}
