import { checkOptions, describeValue, OptionError, optionKind } from '@app/core/extending'
import { send } from '#send'
import { boundedText } from './bounded-text.ts'
import { DeliveryError } from './delivery-error.ts'
import { sign } from './sign.ts'

/** Where events are delivered. */
export interface Subscriber {
  /** An `https:` URL; an `http:` URL only within the option `networks`. */
  readonly url: string
  /** The secrets that sign: two while a secret is replaced. */
  readonly secrets: readonly string[]
  /** Further headers, such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** An event to deliver. */
export interface WebhookEvent {
  /** The same at each try, so that the subscriber recognizes it. */
  readonly id: string
  /** JSON data; a string is sent as it is. */
  readonly payload: unknown
}

/** Options of `deliver`. */
export interface DeliverOptions {
  /** The seconds that one try may take, with the look-up of the host. Default: 10. */
  readonly timeout?: number | undefined
  /** Addresses of your own network to which events may be delivered: `['10.1.0.0/16', '::1/128']`. Default: none. */
  readonly networks?: readonly string[] | undefined
  /** Maximum of the response that is read, in bytes. Default: 16,384. */
  readonly responseLimit?: number | undefined
  /** Aborts the try. */
  readonly signal?: AbortSignal | undefined
  /**
   * Sends in place of Node. It has to refuse your own network by itself: needed on other runtimes, and for a proxy that
   * lets nothing else through.
   */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

/** The response of a subscriber that has accepted an event. */
export interface Delivered {
  readonly status: number
  /** The beginning of the response. */
  readonly body: string
}

/**
 * Tries once to deliver an event, signed by the rules of Standard Webhooks, and returns the response if its status is
 * from 200 to 299.
 *
 * Follows no redirect, and refuses hosts that have an address of your own network. It is made to be called by a job,
 * which tries again when it rejects: with a `DeliveryError`, or an `OptionError` for an invalid option or secret.
 *
 * @example
 * await deliver({ url: subscriber.url, secrets: [subscriber.secret] }, { id: `paid-${order.id}`, payload: order })
 */
export async function deliver(
  { url, secrets, headers = {} }: Subscriber,
  { id, payload }: WebhookEvent,
  options: DeliverOptions = {},
): Promise<Delivered> {
  const {
    timeout = 10,
    networks = [],
    responseLimit = 16_384,
    signal,
    fetch,
  } = checkDeliverOptions('deliver()', options)
  const body = typeof payload === 'string' ? payload : (JSON.stringify(payload) as string | undefined)
  if (body === undefined) {
    throw new OptionError('deliver()', 'payload', `"payload" must be JSON data, got ${describeValue(payload)}.`)
  }
  const signed = await sign(secrets, { id, body })
  const own = { 'content-type': 'application/json', ...lowered(headers), ...signed }
  const late = AbortSignal.timeout(timeout * 1_000)
  const init = { headers: own, body, signal: signal ? AbortSignal.any([signal, late]) : late, responseLimit }
  try {
    const answer = fetch ? await byFetch(fetch, url, init) : await send(url, { ...init, networks })
    if (answer.status >= 200 && answer.status <= 299) return { status: answer.status, body: answer.body }
    throw new DeliveryError(`${shown(url)} answered ${answer.status}`, {
      status: answer.status,
      body: answer.body,
      retryAfter: secondsUntil(answer.retryAfter),
      isFinal: answer.status === 410,
    })
  } catch (cause) {
    if (cause instanceof DeliveryError) throw cause
    if (late.aborted) throw new DeliveryError(`${shown(url)} did not answer within ${timeout} s`, { cause })
    throw new DeliveryError(`${shown(url)} cannot be reached: ${(cause as Error).message}`, { cause })
  }
}

/** Throws an `OptionError` for an unknown or invalid option. */
export function checkDeliverOptions(owner: string, options: DeliverOptions): DeliverOptions {
  return checkOptions(owner, options, KINDS)
}

async function byFetch(
  fetch: NonNullable<DeliverOptions['fetch']>,
  url: string,
  { responseLimit, ...init }: Omit<Parameters<typeof send>[1], 'networks'>,
) {
  const { status, headers, body } = await fetch(url, { ...init, method: 'POST', redirect: 'manual' })
  return {
    status,
    retryAfter: headers.get('retry-after') ?? undefined,
    body: await boundedText(body ?? [], responseLimit),
  }
}

function lowered(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** The origin alone: paths of webhooks often have secrets in them. */
function shown(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'The subscriber'
}

/** Returns the seconds in a `Retry-After`, which has seconds or a date. */
function secondsUntil(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}

const KINDS = {
  timeout: optionKind.seconds,
  networks: optionKind.listOf(optionKind.text),
  responseLimit: optionKind.count,
  signal: { wants: 'an AbortSignal', accepts: (value: unknown) => value instanceof AbortSignal },
  fetch: optionKind.function,
}
