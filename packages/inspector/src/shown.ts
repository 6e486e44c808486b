import type { EntryDescription } from '@app/core'

/** A name and its value, such as a header or a param. */
export type Pair = readonly [name: string, value: string]

/** A recorded request, as the list of requests shows it. Secrets in its strings are already hidden. */
export interface ShownRequest {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly method: string
  /** The path with the query. */
  readonly target: string
  /** The path of the route, with the prefixes of its application. */
  readonly route?: string
  readonly status?: number
  /** Milliseconds until the last byte of the response was sent; absent until then. */
  readonly duration?: number
  /** `true` if the client left, or the response was not sent to its end. */
  readonly isAborted?: true
  /** The last error, in one line. */
  readonly error?: string
  /** The number of the request that this one repeats. */
  readonly repeats?: number
}

/** All recorded data of a request that is over. */
export interface ShownDetails extends ShownRequest {
  readonly headers: readonly Pair[]
  readonly params: readonly Pair[]
  readonly routeName?: string
  readonly client?: string
  readonly answer?: { readonly headers: readonly Pair[]; readonly bytes?: number }
  readonly steps: readonly ShownStep[]
  readonly calls: readonly ShownCall[]
  readonly errors: readonly ShownError[]
  /** The reason why the request was answered with a 4xx. */
  readonly reason?: string
  /**
   * The command of curl that sends the request again, without its body, and with secrets hidden unless `showSecrets` is
   * `true`.
   */
  readonly curl: string
  /**
   * The reason why the body is not kept, so that the request cannot be sent again; absent for a request without a body,
   * and for a request whose body is kept.
   */
  readonly missingBody?: string
}

/** Middleware or a route that a request has reached. Times are milliseconds from the beginning of the request. */
export interface ShownStep {
  readonly kind: 'middleware' | 'route'
  readonly label: string
  readonly place: string
  /** The name of the service, if the middleware is a service. */
  readonly name?: string
  readonly entry?: EntryDescription
  /** The address that opens the file of the entry in the editor. */
  readonly link?: string
  readonly depth: number
  readonly start: number
  /** The end of the step; absent if the step was not over when the request ended. */
  readonly end?: number
  /** The milliseconds that the step took without the steps after it. */
  readonly own?: number
  readonly status?: number
  /** The error that was thrown by this step or by a step after it. */
  readonly error?: string
  /** `true` if this step threw the error, and not a step after it. */
  readonly isCulprit?: true
  /** The attributes that the step has set for the steps after it. */
  readonly sets: readonly Pair[]
  /** The attributes that the middleware declares to read. */
  readonly reads: readonly string[]
}

/** A query of a database or a request to another server, made while a request was handled. */
export interface ShownCall {
  readonly kind: 'query' | 'fetch'
  readonly text: string
  readonly start: number
  readonly duration?: number
  readonly result?: string
}

/** A thrown value, or the cause of a thrown value. */
export interface ShownError {
  readonly name: string
  readonly message: string
  readonly code?: string
  readonly frames: readonly ShownFrame[]
  readonly source?: {
    readonly line: number
    readonly lines: readonly { readonly number: number; readonly text: string }[]
  }
}

/** A line in the stack of an error. */
export interface ShownFrame {
  readonly call: string
  readonly place: string
  readonly isOwn: boolean
  /** The address that opens the file in the editor. */
  readonly link?: string
}
