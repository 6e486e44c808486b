import { checkOptions, modeOf } from '@app/checks'
import { type ErrorListener, HttpError, type HttpErrorOptions, type ServerRequest } from '@app/http'
import { logError, sourceOf, statusOf } from '@app/http/internal'
import { isDevelopment } from './is-development.ts'

/**
 * Does nothing: on node the work, such as compiling routes, is done at the first request. Edge runtimes allow some of
 * this work only while they start.
 */
export function atStartup(_work: () => void): void {}

export function warn(message: string): void {
  process.emitWarning(message, 'ApplicationWarning')
}

/**
 * True if `NODE_ENV` is `development` or `test`, and in files that `node --test` runs without `NODE_ENV`. Then checks run
 * that are too expensive for production.
 *
 * On Bun, on Deno and at the edge, web-primitives.ts is used instead of this file; there it is always false.
 */
export function isWatched(): boolean {
  const mode = modeOf(process.env)
  return mode === 'development' || mode === 'test'
}

interface Event<M> {
  subscribe(listener: (message: unknown) => void): void
  publish(message: M): void
  runStores<R>(message: M, run: () => R): R
}

/**
 * The part of node's `TracingChannel` that this package uses. With node's own type, every program that subscribes to a
 * channel would need `@types/node`.
 */
export interface Channel<M extends object> {
  readonly hasSubscribers: boolean
  readonly start: Event<M>
  readonly end: Event<M>
  readonly asyncStart: Event<M>
  readonly asyncEnd: Event<M>
  readonly error: Event<M>
}

export function tracingChannel<M extends object>(name: string): Channel<M> {
  return process.getBuiltinModule('node:diagnostics_channel').tracingChannel<unknown, M>(name)
}

/** Says whether standard output is a terminal, and whether it shows colours. */
export function terminal(): { readonly isTerminal: boolean; readonly hasColors: boolean } {
  const isTerminal = process.stdout.isTTY === true
  return { isTerminal, hasColors: isTerminal && process.stdout.hasColors() }
}

export { nearest as nearestName, refuseUnknown as refuseUnknownOwn } from '@app/checks'
export { containerAdvice } from '../container/container.ts'
export { makeServices } from '../container/service-life.ts'
export { checkTestRequest } from './test-request.ts'
export { isAskedSection, unreadSections } from './unread-sections.ts'

/** Returns the options of an application. Throws an `OptionError` for an unknown option. */
export function checkApplicationOptions<O extends object>(options: O): O {
  const kinds = { router: ANYTHING, container: ANYTHING, onError: ANYTHING, from: ANYTHING }
  return checkOptions('new Application()', options, kinds as never)
}

/**
 * Returns the options of an `ErrorHandler`. Throws an `OptionError` for an unknown option, and for a value of the wrong
 * kind.
 */
export function checkErrorHandlerOptions<O extends object>(options: O): O {
  const kinds = {
    respond: A_FUNCTION,
    listeners: { wants: 'a list of functions', accepts: Array.isArray },
    translate: A_FUNCTION,
    misses: { wants: 'true or false', accepts: (value: unknown) => typeof value === 'boolean' },
  }
  return checkOptions('new ErrorHandler()', options, kinds as never)
}

/**
 * Defines methods that have the names of methods of Express, and throw an error that says what to call instead. They
 * are for programs that no compiler has checked. These names are not part of the types.
 *
 * `set` is left out: Express takes an object with `set` and `handle` for one of its applications.
 */
export function refuseExpressNames(prototype: object): void {
  for (const [name, ours] of Object.entries(NAMES)) {
    const refuse = (): never => {
      throw new TypeError(`app.${name}() is Express's. Write ${ours}.`)
    }
    Object.defineProperty(prototype, name, { value: refuse, configurable: true, writable: true })
  }
}

/**
 * The kind of the options of `new Application()`. It accepts any value, so that only unknown options are refused here;
 * an error of the code that uses the option, such as the error for a value that is not a container, has more details.
 */
const ANYTHING = { wants: 'what its type says', accepts: () => true }
const A_FUNCTION = { wants: 'a function', accepts: (value: unknown) => typeof value === 'function' }

/** Methods of Express, and what to write here instead. */
const NAMES: Readonly<Record<string, string>> = {
  use: "app.pipe(middleware), or app.pipe('/prefix', middleware)",
  all: 'app.any(path, middleware)',
  listen: 'await app.run({ port })',
}

/**
 * Returns the text that says in development why a response has this status, if nothing was thrown; `undefined` outside
 * of development, and for an error whose own message the response shows (`expose`).
 */
export function refusalReason(
  request: ServerRequest,
  status: number,
  { headers = {}, expose }: HttpErrorOptions,
): string | undefined {
  if (expose || !isDevelopment()) return undefined
  if (status === 404) return 'no route has this path, and no middleware has answered'
  if (status === 405 && headers.allow !== undefined) return `the routes of this path take ${headers.allow}`
  const { refusedTarget } = sourceOf(request)
  if (refusedTarget !== undefined) return `the path ${JSON.stringify(refusedTarget)} cannot be read`
  return 'middleware has refused it by refuse()'
}

/** In development, prints the reason for a refusal that no error handler answers. */
export function sayRefusal(request: ServerRequest, status: number, options: HttpErrorOptions): void {
  const reason = refusalReason(request, status, options)
  if (reason !== undefined) sayMistake(new HttpError(status, reason, options), request, [logError])
}

/**
 * In development, prints an error with a status below 500 if `logError` is one of the listeners. Called for responses
 * for which nothing was thrown, such as a 404.
 */
export function sayMistake(error: unknown, request: ServerRequest, listeners: readonly ErrorListener[]): void {
  if (isDevelopment() && statusOf(error) < 500 && listeners.includes(logError)) logError(error, request)
}
