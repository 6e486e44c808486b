import type { Application } from '@app/core'
import { explainRequest } from '@app/proofs'
import type { Masks } from '../masks.ts'
import type { SentRequest } from '../recording/recording.ts'
import type { ShownDetails } from '../shown.ts'

/**
 * Adds to the details of a request the reason for a response with a 4xx: the error that was thrown, the explanation of
 * the request's way through the pipeline, or the middleware that answered.
 */
export async function withReason(
  application: Application,
  details: string,
  sent: SentRequest | undefined,
  masks: Masks,
): Promise<string> {
  const known = JSON.parse(details) as ShownDetails
  const { status = 0, error, method, steps } = known
  if (status < 400 || status > 499) return details
  const target = sent?.target ?? '/'
  const reason = error ?? (await byWay(application, method, target, status)) ?? byStep(steps, status)
  return reason === undefined ? details : JSON.stringify({ ...known, reason: masks.text(reason) })
}

/**
 * Returns the reason that `explainRequest()` finds for the response; `undefined` if it expects another status than the
 * response has.
 */
async function byWay(
  application: Application,
  method: string,
  target: string,
  expected: number,
): Promise<string | undefined> {
  try {
    const { answer, status } = await explainRequest(application, method, target)
    return status === expected ? answer : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the reason that follows from the steps: the step that was entered last has made the response, if this step
 * ended with the status of the response. Otherwise returns `undefined`.
 */
function byStep(steps: ShownDetails['steps'], status: number): string | undefined {
  const last = steps.at(-1)
  return last?.status === status ? `${last.label || last.name || last.place} answered with ${status}` : undefined
}
