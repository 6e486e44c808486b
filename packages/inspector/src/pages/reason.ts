import type { Application } from '@app/core'
import { explainRequest } from '@app/proofs'
import type { Masks } from '../masks.ts'
import type { SentRequest } from '../recording/recording.ts'
import type { ShownDetails } from '../shown.ts'

/**
 * Adds to the details of a request why it was answered with a 4xx: by the error that was thrown, by the way that the request
 * takes, or by the middleware that answered.
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

/** The reason by the way of the request; `undefined` where that would lead to another status. */
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

/** The innermost step has made the answer, since nothing behind it was asked. */
function byStep(steps: ShownDetails['steps'], status: number): string | undefined {
  const last = steps.at(-1)
  return last?.status === status ? `${last.label || last.name || last.place} answered with ${status}` : undefined
}
