import { isAbsolute, relative, sep } from 'node:path'
import type { EnvType } from './env.ts'

/** The origin of a value: a file, a map or function in the list of `defineConfig`, a post-processor or the schema. */
export interface Origin {
  /**
   * The name, unique in one configuration: `config/autoload/db.local.ts`, `configProvider (source 2)`, `source 3`,
   * `schema`.
   */
  readonly name: string
  /** The absolute path of the file, if the origin is a file. */
  readonly file?: string
}

/** An origin that is a file or a folder. */
export interface FileOrigin extends Origin {
  readonly file: string
}

/**
 * Makes the origin of a file. Its name is the path below the root, with slashes, or the absolute path if the file is
 * outside of the root.
 */
export function fileOrigin(file: string, root: string): FileOrigin {
  const below = relative(root, file)
  const outside = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)
  return { name: outside ? file : below.replaceAll(sep, '/') || '.', file }
}

/** The path to a value: keys of maps, and indexes of lists. */
export type KeyPath = readonly (string | number)[]

/**
 * Formats a path like an expression in code: `middleware_pipeline.auth.middleware[0]`, or `["acme/db"]` for a key that
 * is not a word.
 */
export function formatKeyPath(path: KeyPath): string {
  if (path.length === 0) return 'the configuration'
  return path.map((key, position) => formatKey(key, position === 0)).join('')
}

function formatKey(key: string | number, first: boolean): string {
  if (typeof key === 'number') return `[${key}]`
  if (/^[\w$-]+$/.test(key)) return first ? key : `.${key}`
  return `[${JSON.stringify(key)}]`
}

/** The environment variable that an `env()` value names. */
export interface EnvOrigin {
  readonly variable: string
  /** `true` if the value was read from the variable, and so may be a secret; `false` if it is the fallback. */
  readonly isSet: boolean
  /** The type that the text of the variable is converted to. */
  readonly type: EnvType
  /** True if the fallback is null, so that the value may be null. */
  readonly isNullable: boolean
}

/** A value of a finished configuration with its origin, and the traces of the values inside of it. */
export interface Trace {
  readonly value: unknown
  /** The origin of the value; for a map or list, the last source that added to it. */
  readonly origin: Origin
  readonly env?: EnvOrigin
  /** The traces of the values inside of a map, by key, or of a list, by index; absent for other values. */
  readonly children?: ReadonlyMap<string | number, Trace>
  /**
   * Returns the values that the sources have at a path, the latest first. Present only in the trace of a whole
   * configuration.
   */
  readonly givenAt?: (path: KeyPath) => readonly OverriddenValue[]
}

/** A value of a source that a later source, a post-processor or the schema has replaced. */
export interface OverriddenValue {
  /** The value; absent for an `env()` value, since its variable is not read. `variable` names the variable then. */
  readonly value?: unknown
  readonly origin: Origin
  readonly variable?: string
}

/** Returns the trace of the value at a path, if there is a value. */
export function traceAt(trace: Trace, path: KeyPath): Trace | undefined {
  let found: Trace | undefined = trace
  for (const key of path) found = found?.children?.get(key) ?? found?.children?.get(otherForm(key))
  return found
}

/**
 * Converts an index such as 0 to the key `'0'`, and the key `'0'` to the index 0. The `0` of the path `routes.0` may be
 * an index of a list or a key of a map.
 */
function otherForm(key: string | number): string | number {
  if (typeof key === 'number') return String(key)
  return /^\d+$/.test(key) ? Number(key) : key
}

/**
 * Returns the traces of all values inside of a trace, with their paths. Maps and lists are given only if they are
 * empty.
 */
export function* tipsOf(trace: Trace, path: KeyPath = []): Generator<readonly [KeyPath, Trace]> {
  if (trace.children === undefined || trace.children.size === 0) yield [path, trace]
  else for (const [key, child] of trace.children) yield* tipsOf(child, [...path, key])
}

const TRACES: unique symbol = Symbol.for('@app/config/traces')

// All copies of this package share one map of traces, so that a tool can explain a configuration that the application's
// copy of this package has built.
const shared = globalThis as { [TRACES]?: WeakMap<object, Trace> }
shared[TRACES] ??= new WeakMap()
const traces: WeakMap<object, Trace> = shared[TRACES]

/** Stores the trace of a finished map or list, until the map or list is garbage-collected. */
export function rememberTrace(value: object, trace: Trace): void {
  traces.set(value, trace)
}

/** Returns the trace of a map or list of a finished configuration; undefined for any other value, also for a copy. */
export function traceOf(value: unknown): Trace | undefined {
  return traces.get(value as object)
}
