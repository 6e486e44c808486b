import { type AttributeKey, attributeKey, HttpError, type RequestHandler, type ServerRequest } from '@app/core'
import { discard, matchedPath, reportError, UsageError, within } from '@app/core/extending'
import { isConflict, isRefusal } from './conflict.ts'
import type { BegunTransaction, Isolation, TransactionDriver } from './driver.ts'
import { pause } from './pause.ts'
import { type CommitHook, EndingTransaction, OPEN_TRANSACTION, type RequestTransaction } from './transaction.ts'

/** What the transaction of a route is, with all defaults. */
export interface TransactionPlan {
  readonly retry: number
  readonly readOnly: boolean
  readonly isolation: Isolation | undefined
  readonly timeout: number
  readonly streamsBody: boolean
}

/** Runs routes in the transactions of a driver. */
export class TransactionRunner {
  readonly #driver: TransactionDriver<unknown>
  readonly #limits: { readonly wait: number; readonly waiting: number; readonly hookTimeout: number }
  /** The transactions that are about to begin: those that write, and those that only read. */
  readonly #beginning = { write: 0, read: 0 }
  /** The transactions that are open. */
  readonly #open = new Set<{ readonly route: string }>()

  /** `wait` and `hookTimeout` are in seconds; `waiting` is the most requests that wait at a time. */
  constructor(
    driver: TransactionDriver<unknown>,
    limits: { readonly wait: number; readonly waiting: number; readonly hookTimeout: number },
  ) {
    this.#driver = driver
    this.#limits = limits
  }

  /** Runs a route in a transaction, or again in a new one if there was a conflict and the plan allows it. */
  async run(request: ServerRequest, plan: TransactionPlan, route: RequestHandler): Promise<Response> {
    const outer = request.attribute(OPEN_TRANSACTION)
    for (let known = outer; known !== undefined; known = known.outer) {
      if (known.driver === this.#driver && !known.isOver) return route(request)
    }
    // A client that sends slowly must not hold locks. A kept body can be read again, also as a stream.
    if (request.hasBody && !request.bodyUsed && !plan.streamsBody) await request.bytes()
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(request, plan, route, outer)
      } catch (error) {
        if (!isConflict(error)) throw error
        if (attempt > plan.retry) throw HttpError.is(error) ? error : conflict(error)
      }
      await pause(Math.min(1_000, 20 * 2 ** attempt), request.signal)
    }
  }

  async #attempt(
    request: ServerRequest,
    plan: TransactionPlan,
    route: RequestHandler,
    outer: RequestTransaction | undefined,
  ): Promise<Response> {
    const begun = await this.#begin(request, plan)
    const holder = { route: `${request.method} ${matchedPath(request)}` }
    this.#open.add(holder)
    const transaction = new EndingTransaction(this.#driver, begun, outer, () => this.#open.delete(holder))
    let response: Response | undefined
    let running: Promise<Response> | undefined
    const tooLong = (cause?: unknown) => unavailable(`The transaction did not end within ${plan.timeout} s.`, cause)
    const end = performance.now() + plan.timeout * 1_000
    try {
      running = Promise.resolve(request.withAttribute(OPEN_TRANSACTION, transaction)).then(route)
      response = await limited(request, plan.timeout, running, tooLong)
    } catch (error) {
      await undo(request, transaction)
      // The route may still run. Nobody waits for its response, and nobody else would hear of its error.
      running?.then(discard, (late) => {
        if (late !== error && !isExpected(late, request.signal)) reportError(request, late)
      })
      // The database, which has the same limit, may have ended the statement before the timer of this process fired.
      if (performance.now() < end || HttpError.is(error) || request.signal.aborted) throw error
      throw tooLong(error)
    }
    if (response.status >= 400) {
      await undo(request, transaction)
      return response
    }
    try {
      await within(plan.timeout, transaction.commit(), 'The commit')
      if (!plan.readOnly) request.attribute(REQUEST_ONCE)?.tookEffect()
    } catch (error) {
      discard(response)
      await undo(request, transaction)
      if (isConflict(error)) throw error
      if (!isRefusal(error)) request.attribute(REQUEST_ONCE)?.tookEffect()
      throw commitFailed(error)
    }
    await this.#runHooks(request, transaction.hooks)
    return response
  }

  /** Begins a transaction. What keeps it from beginning is answered by 503. */
  async #begin(request: ServerRequest, plan: TransactionPlan): Promise<BegunTransaction<unknown>> {
    const { wait, waiting } = this.#limits
    const kind = plan.readOnly ? 'read' : 'write'
    if (this.#beginning[kind] >= waiting) throw this.#noTransaction(`${waiting} other requests wait for a transaction.`)
    this.#beginning[kind]++
    const given = new AbortController()
    const begin = async () => this.#driver.begin({ ...plan, signal: given.signal })
    const beginning = begin().finally(() => this.#beginning[kind]--)
    const late = () => this.#noTransaction(`No transaction could begin within ${wait} s.`)
    try {
      return await limited(request, wait, beginning, late)
    } catch (error) {
      given.abort(error)
      // The transaction may still begin, since not all libraries can be told to stop.
      beginning.then((begun) => begun.rollback()).catch(() => undefined)
      if (request.signal.aborted || HttpError.is(error) || UsageError.is(error)) throw error
      throw this.#noTransaction('No transaction could begin.', error)
    }
  }

  /** Names the routes that hold the connections: one that waits for something else blocks all others. */
  #noTransaction(message: string, cause?: unknown): HttpError {
    const counts = new Map<string, number>()
    for (const { route } of this.#open) counts.set(route, (counts.get(route) ?? 0) + 1)
    if (counts.size === 0) return unavailable(message, cause)
    const open = [...counts].map(([route, count]) => `${count} of ${route}`).join(', ')
    return unavailable(`${message} Open are ${open}. ${TOO_LONG}`, cause)
  }

  async #runHooks(request: ServerRequest, hooks: readonly CommitHook[]): Promise<void> {
    if (hooks.length === 0) return
    const runAll = async () => {
      for (const hook of hooks) {
        try {
          await hook()
        } catch (error) {
          reportError(request, error)
        }
      }
    }
    try {
      await within(this.#limits.hookTimeout, runAll(), 'What afterCommit() was given')
    } catch (error) {
      reportError(request, error)
    }
  }
}

const TOO_LONG =
  'If a route hashes a password or asks another service, set TRANSACTION to false for it, and write by inTransaction().'

/** The key of `@app/idempotency`, which need not be installed: it must not run again what may have been committed. */
const REQUEST_ONCE: AttributeKey<{ tookEffect(): void } | undefined> = attributeKey<{ tookEffect(): void } | undefined>(
  'request once',
  { shared: '@app/idempotency/request-once', default: undefined },
)

/** The seconds that a rollback may take; the drivers of this package take less. */
const ROLLBACK_LIMIT = 5

/** Undoes a transaction. An error is only reported: the database undoes what is not committed when it ends. */
async function undo(request: ServerRequest, transaction: EndingTransaction): Promise<void> {
  try {
    await within(ROLLBACK_LIMIT, transaction.rollback(), 'The rollback')
  } catch (error) {
    reportError(request, error)
  }
}

/** Waits for work until the client leaves, or until the time is over: then it rejects with an error of 503. */
async function limited<T>({ signal }: ServerRequest, seconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  let stop: () => void = () => undefined
  const over = new Promise<never>((_, reject) => {
    const leave = () => reject(signal.reason)
    const timer = setTimeout(() => reject(late()), seconds * 1_000)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    stop = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
    }
  })
  try {
    return await Promise.race([work, over])
  } finally {
    stop()
  }
}

/** True for the errors of a handler that goes on after its transaction was undone. */
function isExpected(error: unknown, signal: AbortSignal): boolean {
  return (UsageError.is(error) && error.code === 'APP_TRANSACTION_OVER') || (signal.aborted && error === signal.reason)
}

function unavailable(message: string, cause?: unknown): HttpError {
  return new HttpError(503, message, { cause, headers: { 'retry-after': '1' } })
}

/** A status of 500 and above, so that `@app/session` drops what the handler has written to the session. */
function conflict(cause: unknown): HttpError {
  return unavailable('The transaction was in conflict with others. It may be sent again.', cause)
}

function commitFailed(cause: unknown): HttpError {
  const message = isRefusal(cause)
    ? `The transaction was not committed: ${(cause as Error).message}`
    : 'The database did not confirm the commit, so the transaction may have been kept or not.'
  return new HttpError(500, message, { cause })
}
