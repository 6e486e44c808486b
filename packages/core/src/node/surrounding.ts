import type { ErrorListener } from '../pipeline/boundary.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** What a listener needs to know of the server around it. */
export interface Surrounding {
  readonly bodyLimit: number
  /** 0 is none. */
  readonly handlerTimeout: number
  readonly onError: ErrorListener | undefined
  /** Absent where nobody is believed. */
  readonly proxies: TrustedProxies | undefined
  /** From now on each answer tells its client that the connection ends. */
  isClosing: boolean
}
