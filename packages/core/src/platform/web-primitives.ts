import type { Channel } from './channel.ts'

/** Runs work while the runtime starts, when it still permits things that it forbids later, such as generating code. */
export function atStartup(work: () => void): void {
  queueMicrotask(work)
}

export function warn(message: string): void {
  console.warn(message)
}

/** Always false: there is no environment to read. */
export function isWatched(): boolean {
  return false
}

/** Always `undefined`: the platform has no tracing channels. */
export function tracingChannel<M extends object>(_name: string): Channel<M> | undefined {
  return undefined
}

/** Always without a terminal: the platform collects the output. */
export function terminal(): { readonly isTerminal: boolean; readonly hasColors: boolean } {
  return { isTerminal: false, hasColors: false }
}

/** Checks nothing: a bundle is small, and the program was started on node before. */
export function checkOwnOptions<O extends object>(_owner: string, options: O, _kinds: object): O {
  return options
}
