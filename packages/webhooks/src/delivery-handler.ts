import type { Awaitable } from '@app/core'
import { checkDeliverOptions, type DeliverOptions, deliver, type Subscriber, type WebhookEvent } from './deliver.ts'

/** An event for one subscriber. */
export interface Delivery extends Subscriber, Omit<WebhookEvent, 'id'> {
  /** Default: the id of the job, which is the same at each try. */
  readonly id?: string | undefined
}

/** What a job runner says of a run, as `JobRun` of `@app/jobs` has it. */
export interface DeliveryRun {
  readonly id: string
  readonly signal: AbortSignal
}

/**
 * Makes the handler of a job that delivers an event to one subscriber. `find` returns the delivery for the data of the
 * job, or nothing if the subscriber is gone: then nothing is sent.
 *
 * With `@app/jobs`, a delivery that fails is tried again, and one that is final has failed at once.
 *
 * @example
 * const run = deliveryHandler(async ({ hook, event }: { hook: number; event: object }) => {
 *   const row = await hooks.find(hook)
 *   return row && { url: row.url, secrets: [row.secret], payload: event }
 * })
 */
export function deliveryHandler<D>(
  find: (data: D) => Awaitable<Delivery | null | undefined>,
  options: Omit<DeliverOptions, 'signal'> = {},
): (data: D, run: DeliveryRun) => Promise<void> {
  checkDeliverOptions('deliveryHandler()', options)
  return async (data, { id: job, signal }) => {
    const delivery = await find(data)
    if (delivery === undefined || delivery === null) return
    const { id = job, payload, ...subscriber } = delivery
    await deliver(subscriber, { id, payload }, { ...options, signal })
  }
}
