import type { Route, RouteResult } from '@app/router'
import type { Attributes } from './attribute-key.ts'
import type { EndListener } from './request-end.ts'

/** An `ErrorListener`, without the request's type, which is made of this one. */
export type SourceErrorListener = (error: unknown, request: never) => void

/** Changes an answer before it is sent, most often its headers. */
export type AnswerChange = (response: Response) => void

/** Called with an error that was thrown while a request was handled. */
export type RequestErrorListener = (error: unknown) => void

/** A `DispatchGuard`, without the request's type, and the name of the metadata key that it decides by. */
export interface SourceGuard {
  readonly key: string | undefined
  readonly decide: (route: Route, request: never) => Response | undefined | Promise<Response | undefined>
}

/** Finds what a request with this method would be dispatched to, without running anything. */
export type FindRoute = (method: string, source: RequestSource) => Promise<RouteResult<Route>>

/** The routes of an application by their names. */
export interface NamedRoutes {
  readonly routes: readonly Route[]
  named(name: string): Route | undefined
  /** The names of all routes. */
  keys(): Iterable<string>
}

/** Called for each application with the prefixes in front of it. */
export type RoutesVisitor = (routes: NamedRoutes, basePath: string) => void

/** What answers requests, as far as a request asks about the routes in it. */
export interface RequestEntry {
  readonly findRoute: FindRoute
  /** Another number after each change of what is piped. */
  readonly version: number
  /** Shows the outermost application and those nested in it. */
  visit(visitor: RoutesVisitor): void
}

/** Attributes for listeners to errors, and what only requests with such attributes need: a worker without does not carry it. */
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
  /** The prefix that a framework around has taken off; empty without one. */
  readonly outerPath: string
  /** The query with its question mark; empty without one. */
  readonly search: string
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
  /** The limit in octets of a body that is read without a limit of its own: that of the route, else of the server. */
  readonly bodyLimit: number
  /**
   * Reads the whole body, once, and gives what `use` makes of its octets. `use` must not write to them.
   *
   * Rejects with a 413 beyond the limit. The default is the limit of the first reader, else `bodyLimit`.
   */
  read<T>(limit: number | undefined, use: OctetReader<T>): Promise<T>
  /** What answers the request. */
  readonly entry: RequestEntry
  /** The listener of the entry for errors; `undefined` where errors are logged. */
  readonly onError: SourceErrorListener | undefined
  /** Further arguments that the platform passed with the request. */
  readonly platform: readonly unknown[]
  /** The last route that matched, for logs outside of routing. */
  matchedRoute: Route | undefined
  /** The prefix under which the application of that route is piped; empty for one that is not nested. */
  matchedUnder: string
  /** Whether the error was reported for which the request is given up. Later errors of the request are not reported. */
  isGivenUp: boolean
  /** What `mark` has set, for listeners to errors further out. */
  marks: Marks | undefined
  /** What `beforeSending` has registered and nobody has called yet. */
  changes: AnswerChange[] | undefined
  /** What `beforeDispatch` has registered. */
  guards: SourceGuard[] | undefined
  /** What `onError` has registered. */
  errorListeners: RequestErrorListener[] | undefined
  /** Adds a listener for the end of the request. Without one nothing is watched. */
  whenOver(listener: EndListener): void
}
