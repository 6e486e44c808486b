import { json, type Middleware } from '@app/core'
import { checkOptions, type OptionKind, optionKind, reportError } from '@app/core/extending'
import { checkTogether, type HealthCheck, type LimitedCheck, type Problems } from './checks.ts'

/** Options of `health`. */
export interface HealthOptions {
  /** The path at which liveness is probed; `false` for none. Default: `/health/live`. */
  readonly live?: string | false | undefined
  /** The path at which readiness is probed; `false` for none. Default: `/health/ready`. */
  readonly ready?: string | false | undefined
  /** The checks that have to pass for readiness, each under a name for logs. Default: none. */
  readonly checks?: Readonly<Record<string, HealthCheck | LimitedCheck>> | undefined
  /** The seconds that a check may take. Default: 1. */
  readonly timeout?: number | undefined
  /** True if the response names the checks and their states; a response never has the reasons. Default: `false`. */
  readonly details?: boolean | undefined
  /**
   * A function that is called when a check begins to fail, with its error, and when the check passes again, without an
   * error. If the function fails, its error is reported and the response stays the same. Default: prints a line on the
   * console.
   */
  readonly onChange?: ((name: string, problem: unknown) => void) | undefined
}

/**
 * Middleware that answers the probes of a platform. Liveness is 200 as long as the process answers at all. Readiness is
 * 503 while a check fails, and from the moment at which the server begins to stop.
 *
 * All other requests are passed on. Throws an `OptionError` for an unknown or invalid option.
 *
 * @example
 * app.pipe(health({ checks: { database: () => database.ping() } }))
 */
export function health(options: HealthOptions = {}): Middleware {
  const checked = checkOptions('health()', options, KINDS)
  const { live = '/health/live', ready = '/health/ready', timeout = 1, details = false } = checked
  const checks = Object.entries(checked.checks ?? {}).map(([name, check]) => [name, limited(check)] as const)
  const run = checkTogether(Object.fromEntries(checks), timeout)
  const note = reporter(checked.onChange ?? toConsole)
  return function health(request, handler) {
    const { method, path } = request
    if ((path !== live && path !== ready) || (method !== 'GET' && method !== 'HEAD')) return handler(request)
    if (path === live) return answer('up')
    if (request.stopping.aborted) return answer('stopping')
    return run().then((problems) => {
      note(problems, (error) => reportError(request, error))
      const states = Object.entries(problems).map(([name, problem]) => [name, problem === undefined ? 'up' : 'down'])
      // The status is 'stopping' if the server has begun to stop while the checks ran.
      const isUp = states.every(([, state]) => state === 'up')
      const status = request.stopping.aborted ? 'stopping' : isUp ? 'up' : 'down'
      return answer(status, details ? { checks: Object.fromEntries(states) } : {})
    })
  }
}

function answer(status: 'up' | 'down' | 'stopping', more: object = {}): Response {
  const headers = { 'cache-control': 'no-store' }
  return json({ status, ...more }, { status: status === 'up' ? 200 : 503, headers })
}

function limited(check: HealthCheck | LimitedCheck): LimitedCheck {
  return typeof check === 'function' ? { check } : { ...check, check: check.check.bind(check) }
}

/**
 * Makes a function that calls `onChange` only for checks that have begun to fail or to pass, since a platform sends a
 * probe every few seconds.
 */
function reporter(
  onChange: (name: string, problem: unknown) => unknown,
): (problems: Problems, failed: (error: unknown) => void) => void {
  const red = new Set<string>()
  return (problems, failed) => {
    for (const [name, problem] of Object.entries(problems)) {
      if (red.has(name) === (problem !== undefined)) continue
      if (problem === undefined) red.delete(name)
      else red.add(name)
      // The listener is called in a promise, so that neither an error nor a rejection of it reaches the probe.
      new Promise((resolve) => resolve(onChange(name, problem))).catch(failed)
    }
  }
}

function toConsole(name: string, problem: unknown): void {
  if (problem === undefined) console.info(`Health: ${name} is green again.`)
  else console.error(`Health: ${name} is red.`, problem)
}

const PATH: OptionKind = {
  wants: 'false, or a path such as "/health/live"',
  accepts: (value) => value === false || (typeof value === 'string' && /^\/[^?#]*$/.test(value)),
}

const KINDS = {
  live: PATH,
  ready: PATH,
  checks: {
    wants: 'a map from names to functions, or to objects with a function "check" and perhaps a "timeout"',
    accepts: (value: unknown) => typeof value === 'object' && value !== null && Object.values(value).every(isCheck),
  },
  timeout: optionKind.seconds,
  details: optionKind.boolean,
  onChange: optionKind.function,
}

/** True if a value is a function, or an object with a method `check` and, if it has a `timeout`, a valid one. */
export function isCheck(value: unknown): value is HealthCheck | LimitedCheck {
  if (typeof value === 'function') return true
  if (!optionKind.withMethods('check').accepts(value)) return false
  const { timeout } = value as Partial<LimitedCheck>
  return timeout === undefined || optionKind.seconds.accepts(timeout)
}
