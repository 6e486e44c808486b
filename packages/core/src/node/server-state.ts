import type { RequestHandler } from '../messages/request-handler.ts'
import type { ErrorListener } from '../pipeline/boundary.ts'
import type { Runner } from '../pipeline/runner.ts'
import type { ServerOptions } from './server.ts'
import { TrustedProxies } from './trusted-proxies.ts'

/** What an exchange needs to know of the server that it takes place in. */
export interface ServerState {
  readonly bodyLimit: number
  /** 0 is none. */
  readonly handlerTimeout: number
  /** Hears of errors outside of middleware: whoever the server names, else the listener of the application. */
  readonly onError: ErrorListener | undefined
  /** Answers what can be read in two ways. */
  readonly refuse: RequestHandler
  /** Absent where nobody is believed. */
  readonly proxies: TrustedProxies | undefined
  /** Whether middleware of somebody else stands around, which reads the headers of node's response. */
  readonly isSurrounded: boolean
  /** Aborted when the server begins to stop; absent where somebody else owns the server. */
  readonly stopping: AbortSignal | undefined
  /** From now on each answer tells its client that the connection ends. */
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

/** The limits of a server. Throws a `TypeError` for one that is no number, since unreadable never means unlimited. */
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

/** The state of a server at its start. Throws a `TypeError` for options that cannot be. */
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
