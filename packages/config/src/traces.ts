import type { Trace } from './trace.ts'

const TRACES: unique symbol = Symbol.for('@app/config/traces')

// One map for every copy of this package, so that a tool can explain what the application's own copy has built.
const shared = globalThis as { [TRACES]?: WeakMap<object, Trace> }
shared[TRACES] ??= new WeakMap()
const traces: WeakMap<object, Trace> = shared[TRACES]

/** Keeps the trace of a finished map or list for as long as that lives. */
export function rememberTrace(value: object, trace: Trace): void {
  traces.set(value, trace)
}

/** The trace of a finished map or list; undefined for anything else, a copy of one included. */
export function traceOf(value: unknown): Trace | undefined {
  return typeof value === 'object' && value !== null ? traces.get(value) : undefined
}
