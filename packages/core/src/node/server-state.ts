import type { RequestHandler } from '../messages/request-handler.ts'
import type { ErrorListener } from '../pipeline/boundary.ts'
import type { Runner } from '../pipeline/runner.ts'
import type { ServerOptions } from './server.ts'
import { TrustedProxies } from './trusted-proxies.ts'

/** The state of a server, as exchanges need it. */
export interface ServerState {
  readonly bodyLimit: number
  /** In milliseconds; 0 is no limit. */
  readonly handlerTimeout: number
  /** Called for errors outside of middleware: the listener of the server, else the one of the application. */
  readonly onError: ErrorListener | undefined
  /** Answers an ambiguous request. */
  readonly refuse: RequestHandler
  /** Absent if no proxy is trusted. */
  readonly proxies: TrustedProxies | undefined
  /** Whether middleware of another framework stands around, which may read the headers of node's response. */
  readonly isSurrounded: boolean
  /** Aborted when the server begins to stop; absent if another framework owns the server. */
  readonly stopping: AbortSignal | undefined
  /** Whether the server is closing, so that each answer also closes its connection. */
  isClosing: boolean
}

const DEFAULTS = {
  bodyLimit: 1_048_576,
  handlerTimeout: 0,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  writeTimeout: 30_000,
  keepAliveTimeout: 65_000,
} as const

type Limits = { readonly [K in keyof typeof DEFAULTS]: number }

/**
 * The limits of a server, with defaults. Throws a `TypeError` if one is not a whole number; it is never taken for no
 * limit.
 */
export function limitsOf(options: ServerOptions): Limits {
  const limits = { ...DEFAULTS } as { -readonly [K in keyof Limits]: number }
  for (const name of Object.keys(DEFAULTS) as (keyof Limits)[]) {
    const value = options[name]
    if (value === undefined) continue
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new TypeError(`The server option ${name} is a whole number of at least 0, got ${JSON.stringify(value)}`)
    }
    limits[name] = value
  }
  return limits
}

/** Makes the state of a server. Throws a `TypeError` for invalid options. */
export function stateOf(runner: Runner, options: ServerOptions, stopping?: AbortSignal): ServerState {
  const { bodyLimit, handlerTimeout } = limitsOf(options)
  const { trustProxy } = options
  return {
    bodyLimit,
    handlerTimeout,
    onError: options.onError ?? runner.onError,
    refuse: runner.refuseTarget,
    proxies: trustProxy === undefined ? undefined : new TrustedProxies(trustProxy),
    isSurrounded: false,
    stopping,
    isClosing: false,
  }
}
