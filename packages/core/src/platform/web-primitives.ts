import { askedSections } from '../container/asked-sections.ts'
import type { Channel } from './node-primitives.ts'

/** Runs work while the runtime starts, when it still permits things that it forbids later, such as generating code. */
export function atStartup(work: () => void): void {
  queueMicrotask(work)
}

export function warn(message: string): void {
  console.warn(message)
}

/** Always false: there are no environment variables to read. */
export function isWatched(): boolean {
  return false
}

/** Always `undefined`: the platform has no tracing channels. */
export function tracingChannel<M extends object>(_name: string): Channel<M> | undefined {
  return undefined
}

/** Always says that there is no terminal: the platform collects the output. */
export function terminal(): { readonly isTerminal: boolean; readonly hasColors: boolean } {
  return { isTerminal: false, hasColors: false }
}

/**
 * Returns the options unchecked, so that a bundle stays small: the program has run on node before, where its options
 * were checked.
 */
export function checkApplicationOptions<O extends object>(options: O): O {
  return options
}

/** Returns the options unchecked, as `checkApplicationOptions` does. */
export function checkErrorHandlerOptions<O extends object>(options: O): O {
  return options
}

/**
 * Says what to give an application in place of a value that is not a container. Unlike on node, it names no adapters
 * for the containers of other libraries, so that a bundle stays small.
 */
export function containerAdvice(_got: object): string {
  return 'Give the application { has: (name) => …, get: (name) => … } instead.'
}

/**
 * Refuses nothing, so that a bundle stays small: the program has run on node before, where its options were checked.
 */
export function refuseUnknownOwn(_owner: string, _options: object, _known: readonly string[]): void {}

/** Refuses nothing, so that a bundle stays small. */
export function checkTestRequest(_pathOrUrl: unknown, _init: unknown): void {}

/** Suggests no name, so that a bundle stays small: on node, errors about unknown services suggest one. */
export function nearestName(_name: string, _names: Iterable<string>): undefined {}

/** Does nothing: only `run()` starts services, and it needs node. */
export async function makeServices(_containers: Iterable<object>, _report: (error: unknown) => void): Promise<void> {}

/** True if a service has asked for a section of a configuration. On node, the code of the application is read too. */
export function isAskedSection(config: object, name: string): boolean {
  return askedSections(config).has(name)
}

/** Finds nothing, so that a bundle stays small: the program has run on node before, where its sections were checked. */
export function unreadSections(_containers: Iterable<object>): readonly string[] {
  return []
}

/**
 * Does nothing, so that a bundle stays small. On node it makes the names of Express's methods throw; here the compiler
 * alone refuses these names.
 */
export function refuseExpressNames(_prototype: object): void {}

/**
 * Always `undefined`, since an edge runtime is public, and only a developer may read the reason of a refusal. The
 * function is empty, so that bundlers drop the call.
 */
export function refusalReason(_request: unknown, _status: number, _options: object): undefined {}

/** Does nothing: an edge runtime is public, and only a developer may read the reason of a refusal. */
export function sayRefusal(_request: unknown, _status: number, _options: object): void {}

/** Does nothing: an edge runtime is public, and only a developer may read the reason of a response. */
export function sayMistake(_error: unknown, _request: unknown, _listeners: readonly unknown[]): void {}
