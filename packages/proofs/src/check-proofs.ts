import type { Application } from '@app/core'
import { checkAttributes } from './check-attributes.ts'
import { checkPolicies } from './check-policies.ts'
import { applicationPlan, survey } from './survey.ts'

/**
 * The result of `checkProofs()`: the policies that hold, the problems of the other policies, and the problems of the
 * attributes that handlers and middleware read.
 */
export interface Refuted {
  /** The names of the policies that hold. */
  readonly proven: readonly string[]
  /**
   * Problems of the policies in the section `policies` of the configuration, and of a section whose name is probably a
   * misspelt `policies`.
   */
  readonly policies: readonly string[]
  /**
   * Problems of attributes that a handler or middleware reads (by `reads`), and that some request does not have when it
   * gets there.
   */
  readonly attributes: readonly string[]
}

/**
 * Checks whether the `policies` in the configuration of an application hold, and whether each attribute that a handler
 * or middleware reads is provided in front of it. Each problem names its place, and most name a remedy; `app check`
 * reports the same problems. The function constructs services and middleware classes to look inside of them, and runs
 * no middleware.
 *
 * @example
 * const { policies, attributes } = await checkProofs(app)
 * if (policies.length + attributes.length > 0) throw new Error([...policies, ...attributes].join('\n'))
 */
export async function checkProofs(application: Application): Promise<Refuted> {
  const plan = applicationPlan('checkProofs()', application)
  const found = await survey(plan)
  const { container } = plan.content
  const config: unknown = container?.has('config') ? await container.get('config') : undefined
  const isThere = typeof config === 'object' && config !== null
  const checked = isThere ? await checkPolicies(found, config) : { proven: [], policies: [] }
  return { ...checked, attributes: await checkAttributes(found) }
}
