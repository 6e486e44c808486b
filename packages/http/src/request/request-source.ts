import type { Attributes } from './attribute-key.ts'
import type { EndListener } from './request-end.ts'

/** An `ErrorListener` whose type does not mention the request, since the request's type is built on this one. */
export type SourceErrorListener = (error: unknown, request: never) => void

/** Changes an answer before it is sent, most often its headers. */
export type AnswerChange = (response: Response) => void

/** Called with an error that was thrown while a request was handled. */
export type RequestErrorListener = (error: unknown) => void

/** The target of a request in a framework built on this package, such as a route. */
export interface Destination {
  /** The name of the destination in logs, such as `/users/{id}`: the path of the request may hold private data. */
  readonly path: string
  /** The most octets of the request's body; `undefined` leaves the limit to the server. */
  readonly bodyLimit: number | undefined
}

/**
 * Attributes for error listeners. Code that uses such attributes sets this object, so that the bundle of a worker
 * without them does not contain that code.
 */
export interface Marks {
  readonly attributes: Attributes
  /** The same request with these attributes. */
  readonly view: <R>(request: R) => R
  /** Logs an error of the request. */
  readonly log: (error: unknown, request: never) => void
}

/** Converts the octets of a body. */
export type OctetReader<T> = (octets: Uint8Array<ArrayBuffer>) => T | PromiseLike<T>

/**
 * The platform's side of a request, shared by all views of that request.
 *
 * There is one for each request. Each platform implements how headers, body and signals are read.
 */
export interface RequestSource {
  /** The whole canonical path, including the prefixes that views leave out. */
  readonly fullPath: string
  /** The prefix that a surrounding framework has removed from the path; empty without such a prefix. */
  readonly outerPath: string
  /** The query with its question mark; empty without one. */
  readonly search: string
  /**
   * The original target of a request that is refused because its target has no canonical path; `fullPath` is `/` then.
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
  /** Whether the request has a body that may be read. Reading this property builds no stream. */
  readonly hasBody: boolean
  /** The limit in octets of a body that is read without a limit of its own: that of its destination, else of the server. */
  readonly bodyLimit: number
  /**
   * Reads the whole body, once, and gives the result of `use` for its octets. `use` must not write to them.
   *
   * Rejects with a 413 beyond the limit. The default is the limit of the first reader, else `bodyLimit`.
   */
  read<T>(limit: number | undefined, use: OctetReader<T>): Promise<T>
  /** The entry that answers the request: of a handler, or of a framework built on this package. */
  readonly entry: object
  /** The listener of the entry for errors; if it is `undefined`, errors are logged. */
  readonly onError: SourceErrorListener | undefined
  /** Further arguments that the platform passed with the request. */
  readonly platform: readonly unknown[]
  /** The destination of the request, once a framework built on this package has found it. */
  destination: Destination | undefined
  /** Notes of a framework built on this package about the request, shared by all views; nothing here reads them. */
  notes: object | undefined
  /**
   * Whether the request was given up, and the error for that was reported. Later errors of the request are not
   * reported.
   */
  isGivenUp: boolean
  /** The attributes that `mark` has set, for error listeners further out. */
  marks: Marks | undefined
  /** The changes that `beforeSending` has registered and that have not run yet. */
  changes: AnswerChange[] | undefined
  /** The listeners that `onError` has registered. */
  errorListeners: RequestErrorListener[] | undefined
  /** Adds a listener for the end of the request. Without a listener, the end is not watched. */
  whenOver(listener: EndListener): void
}
