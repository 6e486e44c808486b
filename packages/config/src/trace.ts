import type { EnvType } from './env.ts'
import type { KeyPath, Origin } from './origin.ts'

/** The variable that a value was read from. */
export interface EnvOrigin {
  readonly variable: string
  /** False if the fallback was used. True marks a value that may be a secret. */
  readonly isSet: boolean
  /** The type that the text of the variable is converted to. */
  readonly type: EnvType
  /** Whether the value is null if the variable is not set. */
  readonly isNullable: boolean
}

/** A value of a finished configuration with its origin, and the traces of its children. */
export interface Trace {
  readonly value: unknown
  /** For a map or list: the last source that added to it. */
  readonly origin: Origin
  readonly env?: EnvOrigin
  /** Present for maps, by key, and for lists, by index. */
  readonly children?: ReadonlyMap<string | number, Trace>
  /** Present for a whole configuration: the values of its sources at a path, the latest first. */
  readonly givenAt?: (path: KeyPath) => readonly OverriddenValue[]
}

/** A value that a later source replaced. */
export interface OverriddenValue {
  /** Absent for a value of `env()`: an overridden variable is not read. */
  readonly value?: unknown
  readonly origin: Origin
  readonly variable?: string
}

/** The trace at a path, if there is such a value. */
export function traceAt(trace: Trace, path: KeyPath): Trace | undefined {
  let found: Trace | undefined = trace
  for (const key of path) found = found?.children?.get(key) ?? found?.children?.get(otherForm(key))
  return found
}

/** An index as a key, or a key as an index: `routes.0` reaches into a list, and `['0', 0]` names one place. */
function otherForm(key: string | number): string | number {
  if (typeof key === 'number') return String(key)
  return /^\d+$/.test(key) ? Number(key) : key
}

/** The leaves of a trace with their paths: values other than maps and lists, and empty maps and lists. */
export function* tipsOf(trace: Trace, path: KeyPath = []): Generator<readonly [KeyPath, Trace]> {
  if (trace.children === undefined || trace.children.size === 0) yield [path, trace]
  else for (const [key, child] of trace.children) yield* tipsOf(child, [...path, key])
}

const TRACES: unique symbol = Symbol.for('@app/config/traces')

// All copies of this package share one map, so that a tool can explain a configuration that the application's own copy
// has built.
const shared = globalThis as { [TRACES]?: WeakMap<object, Trace> }
shared[TRACES] ??= new WeakMap()
const traces: WeakMap<object, Trace> = shared[TRACES]

/** Keeps the trace of a finished map or list for as long as the map or list lives. */
export function rememberTrace(value: object, trace: Trace): void {
  traces.set(value, trace)
}

/** The trace of a finished map or list; undefined for any other value, also for a copy. */
export function traceOf(value: unknown): Trace | undefined {
  return typeof value === 'object' && value !== null ? traces.get(value) : undefined
}
