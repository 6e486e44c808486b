import type { ServerOptions } from './server.ts'
import { TrustedProxies } from './trusted-proxies.ts'

const DEFAULTS = {
  bodyLimit: 1_048_576,
  handlerTimeout: 0,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  writeTimeout: 30_000,
  keepAliveTimeout: 65_000,
} as const

type Limits = { readonly [K in keyof typeof DEFAULTS]: number }

/** The options with their defaults. */
interface CheckedOptions extends Limits {
  readonly proxies: TrustedProxies | undefined
}

/** Throws a `TypeError` for a limit that is no number, since unreadable never means unlimited, and for odd proxies. */
export function checkServerOptions(options: ServerOptions): CheckedOptions {
  const limits = { ...DEFAULTS } as { -readonly [K in keyof Limits]: number }
  for (const name of Object.keys(DEFAULTS) as (keyof Limits)[]) {
    const value = options[name]
    if (value === undefined) continue
    if (!Number.isSafeInteger(value) || value < 0) {
      throw new TypeError(`The server option ${name} is a whole number of at least 0, got ${JSON.stringify(value)}`)
    }
    limits[name] = value
  }
  const { trustProxy } = options
  return { ...limits, proxies: trustProxy === undefined ? undefined : new TrustedProxies(trustProxy) }
}
