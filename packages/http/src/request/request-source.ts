import type { Attributes } from './attribute-key.ts'
import type { EndListener } from './request-end.ts'

/**
 * An `ErrorListener` whose type does not mention `ServerRequest`, since the type `ServerRequest` itself refers to this
 * type.
 */
export type SourceErrorListener = (error: unknown, request: never) => void

/** Changes a response before it is sent, most often its headers. */
export type ResponseChange = (response: Response) => void

/** Acts on a response before it is sent. If it returns a promise, the response waits for it. */
export type OutcomeListener = (response: Response) => unknown

/** Called with an error that was thrown while a request was handled. */
export type RequestErrorListener = (error: unknown) => void

/** The place in a framework at which a request has arrived, such as the matched route of a core application. */
export interface Destination {
  /** The name of the destination in logs, such as `/users/{id}`: the path of the request may hold private data. */
  readonly path: string
  /** Maximum request body in bytes; `undefined` leaves the limit to the server. */
  readonly bodyLimit: number | undefined
}

/**
 * Attributes for error listeners, with the functions that use them. The code that sets such attributes supplies the
 * functions, so that the bundle of a worker without that code stays smaller.
 */
export interface Marks {
  readonly attributes: Attributes
  /** Returns a view of the request (a `ServerRequest`) with these attributes. */
  readonly view: <R>(request: R) => R
  /** Logs an error of the request. */
  readonly log: (error: unknown, request: never) => void
}

/** Converts the bytes of a body to the result of a read, such as a string or parsed JSON. */
export type ByteReader<T> = (bytes: Uint8Array<ArrayBuffer>) => T | PromiseLike<T>

/**
 * A request as the platform passes it on. All views of the request (`ServerRequest` objects) share one source.
 *
 * Each platform implements how headers, body and signals are read.
 */
export interface RequestSource {
  /** The whole canonical path, including the prefixes that views leave out. */
  readonly fullPath: string
  /** The prefix that a surrounding framework has removed from the path; empty without such a prefix. */
  readonly outerPath: string
  /** The query with its question mark; empty without one. */
  readonly search: string
  /**
   * The original target of a request that is refused before a handler sees it, such as one whose target has no
   * canonical path; `fullPath` is `/` then.
   */
  refusedTarget?: string | undefined
  readonly headers: Headers
  /** The absolute URL, for people and for `raw`; built when it is read. */
  readonly url: string
  /** The address of the client, as far as the platform and trusted proxies know it; determined when it is read. */
  readonly clientAddress: string | undefined
  readonly signal: AbortSignal
  /** Aborted when the server begins to stop; never aborted on a platform that does not announce it. */
  readonly stopping: AbortSignal
  readonly raw: Request
  readonly body: ReadableStream<Uint8Array> | null
  readonly bodyUsed: boolean
  /** True if the body was read as a whole, or is being read: each reader of `body` and `raw` then gets it. */
  readonly isKept: boolean
  /** True if the request has a body that may be read. Reading this property builds no stream. */
  readonly hasBody: boolean
  /**
   * The limit in bytes for a read of the body that sets no limit itself: the limit of the destination, such as the
   * matched route, else that of the server.
   */
  readonly bodyLimit: number
  /**
   * Reads the bytes of the whole body once, keeps them for later calls, and returns the result of `use` for them. `use`
   * must not write to the bytes.
   *
   * Rejects with a 413 beyond the limit. Without `limit`, the limit of the first call applies, or `bodyLimit` if the
   * first call had none.
   */
  read<T>(limit: number | undefined, use: ByteReader<T>): Promise<T>
  /** The servable that answers the request: that of a plain handler, or that of a framework built on this package. */
  readonly servable: object
  /** The listener of the servable for errors; if it is `undefined`, errors are logged. */
  readonly onError: SourceErrorListener | undefined
  /**
   * The place in a framework built on this package at which the request arrives, such as its route; `undefined` until
   * the framework has found it.
   */
  destination: Destination | undefined
  /**
   * Values that a framework built on this package keeps with the request, shared by all views; this package reads none
   * of them.
   */
  notes: object | undefined
  /**
   * True if the server has stopped handling the request because of an error, and has reported that error. Later errors
   * of the request are not reported.
   */
  isGivenUp: boolean
  /**
   * The attributes that `mark` in `@app/core` has set; error listeners get a view of the request with these attributes.
   */
  marks: Marks | undefined
  /** The changes that `beforeSending` has registered and that have not run yet. */
  changes: ResponseChange[] | undefined
  /** The functions that `onOutcome` has registered and that have not run yet. */
  decisions: OutcomeListener[] | undefined
  /** The response with which the request is answered; `undefined` until that is decided. */
  outcome: Response | undefined
  /** The listeners that `onError` has registered. */
  errorListeners: RequestErrorListener[] | undefined
  /** Adds a listener for the end of the request. Without a listener, the end is not watched. */
  whenOver(listener: EndListener): void
}
