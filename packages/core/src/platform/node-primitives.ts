import type { Channel } from './channel.ts'

/** Does nothing: a long-running process compiles before its first request anyway. */
export function atStartup(_work: () => void): void {}

export function warn(message: string): void {
  process.emitWarning(message, 'ApplicationWarning')
}

/**
 * Whether `NODE_ENV` is `development` or `test`, in which checks run that are too expensive for production.
 *
 * Always false on Bun, Deno and at the edge.
 */
export function isWatched(): boolean {
  const { NODE_ENV } = process.env
  return NODE_ENV === 'development' || NODE_ENV === 'test'
}

export function tracingChannel<M extends object>(name: string): Channel<M> {
  return process.getBuiltinModule('node:diagnostics_channel').tracingChannel<unknown, M>(name)
}

/** Whether standard output is a terminal, and whether it shows colours. */
export function terminal(): { readonly isTerminal: boolean; readonly hasColors: boolean } {
  const isTerminal = process.stdout.isTTY === true
  return { isTerminal, hasColors: isTerminal && process.stdout.hasColors() }
}

export { makeServices } from '../container/service-life.ts'
export { refusalReason, sayMistake, sayRefusal } from './refusal-reason.ts'
export {
  checkApplicationOptions,
  checkErrorHandlerOptions,
  refuseExpressNames,
  refuseUnknownOwn,
} from './registration-checks.ts'
