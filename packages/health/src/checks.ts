import { within } from '@app/core/extending'

/**
 * Checks something that the application needs, such as a database. The check fails if it throws, rejects, returns
 * `false`, or takes too long. If it takes too long, the `signal` that it got is aborted.
 */
export type HealthCheck = (signal: AbortSignal) => unknown

/** A check with its own time limit. */
export interface LimitedCheck {
  readonly check: HealthCheck
  /** The time limit, in seconds. Default: the `timeout` of `health()`. */
  readonly timeout?: number | undefined
}

/** The results of checks: `undefined` for a check that has passed, else the reason why it has failed. */
export type Problems = Readonly<Record<string, unknown>>

/**
 * Makes a function that runs all checks in parallel. A call of this function during a run gets the results of that run.
 */
export function checkTogether(
  checks: Readonly<Record<string, LimitedCheck>>,
  usualTimeout: number,
): () => Promise<Problems> {
  let running: Promise<Problems> | undefined
  const run = async (): Promise<Problems> => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, { check, timeout = usualTimeout }]) => {
        return [name, await problemOf(check, timeout)] as const
      }),
    )
    return Object.fromEntries(results)
  }
  return () => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}

function problemOf(check: HealthCheck, timeout: number): Promise<unknown> {
  const late = new AbortController()
  const outcome = new Promise((resolve) => resolve(check(late.signal)))
  return within(timeout, outcome, 'The check', late).then(
    (value) => (value === false ? new Error('The check gave false.') : undefined),
    (error: unknown) => error ?? new Error('The check rejected with nothing.'),
  )
}
