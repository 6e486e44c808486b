import type { Application } from '@app/core'
import { NOWHERE, preparedOf, ready } from '@app/core/tree'
import { checkAttributes } from './check-attributes.ts'
import { checkPolicies } from './check-policies.ts'
import { survey } from './survey.ts'

/** The policies of an application that hold, and the problems of its other policies and of its attributes. */
export interface Refuted {
  /** The names of the policies that hold. */
  readonly proven: readonly string[]
  /** Problems of the section `policies` in the configuration, found by `guardCoverage`. */
  readonly policies: readonly string[]
  /** Problems of attributes that handlers read by `reads` and no middleware provides by `provides`. */
  readonly attributes: readonly string[]
}

/**
 * Proves the statements of an application about itself: `policies` of the configuration in its container, and the
 * attributes that handlers `read`. Gives each statement that does not hold, with its place and a remedy. `app check`
 * reports the same. The function makes services and classes to look into them, and runs no middleware.
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
