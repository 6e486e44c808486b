// biome-ignore-all lint/suspicious/noTsIgnore: only programs without the types of node have something to ignore
/// <reference lib="esnext.disposable" preserve="true" />

import type { MiddlewareLike } from '../middleware/middleware.ts'
import type { ErrorListener } from '../pipeline/boundary.ts'

/** What a server is told beside its handler. All times are in milliseconds, all sizes in octets. */
export interface ServerOptions {
  /** The most that `text()`, `json()` and the like read of a body; 1 MiB. Beyond it they reject with a 413. */
  readonly bodyLimit?: number
  /** How long a client may take to send its headers; 10 s. */
  readonly headersTimeout?: number
  /** How long a client may take to send a whole request; 30 s. */
  readonly requestTimeout?: number
  /** How long a client may take nothing of an answer that waits for it, before it is cut off; 30 s. */
  readonly writeTimeout?: number
  /** How long a handler may take before the client gets a 503 and the request's signal aborts; 0, the default, is for ever. */
  readonly handlerTimeout?: number
  /** How long an idle connection stays open; 65 s, longer than the usual proxy. */
  readonly keepAliveTimeout?: number
  /**
   * The proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are believed, for `request.clientAddress` and
   * `request.url`; none unless told otherwise.
   *
   * Addresses, ranges such as `10.0.0.0/8`, `loopback` and `private`. They must set these headers on every request.
   */
  readonly trustProxy?: readonly string[]
  /**
   * Hears of errors that happen outside of middleware, such as a response stream that fails; left out, the listener of
   * the application.
   */
  readonly onError?: ErrorListener
}

/** What `toNodeHandler` is told beside its handler. */
export interface NodeHandlerOptions extends ServerOptions {
  /**
   * Takes paths in any spelling where a framework stands around; no unless told otherwise.
   *
   * Guards of that framework compare paths as they came: with this they let `/%61dmin` pass, which here is `/admin`.
   */
  readonly anySpelling?: boolean
}

/** Where a server listens: port 8080 of 0.0.0.0 unless told otherwise; port 0 is any that is free. */
export interface ListenOptions {
  readonly port?: number
  readonly host?: string
  /** Of a Unix socket, in place of a port. */
  readonly path?: string
  /** A descriptor that listens already, such as 3 of a socket that systemd opened, in place of a port. */
  readonly fd?: number
}

/** How an application runs as the program itself; in development it listens on 127.0.0.1 unless told otherwise. */
export interface RunOptions extends ListenOptions, ServerOptions {
  /** How long requests in flight may take after SIGTERM or SIGINT; 10 s. */
  readonly graceMs?: number
  /** Runs before everything that was piped, such as the files that a development server serves. */
  readonly inFront?: MiddlewareLike
}

/**
 * The server of `node:http`; anything, to a program without the types of node.
 *
 * @ts-ignore They are no dependency, since programs for other platforms compile without them. */
type HttpServer = import('node:http').Server

/** A server made from a pipeline or a handler (contract 4.4); `await using` closes it. */
export interface Server {
  /** Node's own, for what it can beside this, such as `upgrade`; where that is told to listen, it is the same. */
  readonly node: HttpServer
  /** Where it listens, `undefined` before it does, and where that is no port. */
  readonly address: { readonly host: string; readonly port: number } | undefined
  /** Aborted when it begins to stop: for what it does not know of, such as WebSockets, which hold the stop up. */
  readonly stopping: AbortSignal
  /**
   * Starts to listen. Rejects with a `ListenError` that says what to do where the address cannot be had, and with a
   * `TypeError` for two places at once.
   */
  listen(options?: ListenOptions): Promise<this>
  /**
   * Stops: takes no connection any more, tells clients with every answer, ends event streams, and waits for the requests
   * in flight.
   *
   * Resolves to whether all of them were answered within `graceMs` (10 s); the rest are cut. A second call changes
   * nothing. Services stay as they are: `run()` disposes of them when a signal ends the program.
   */
  close(options?: { readonly graceMs?: number }): Promise<boolean>
  [Symbol.asyncDispose](): Promise<void>
}

/** What a `NodeHandler` is handed as a request: node's `IncomingMessage` or one of HTTP/2, told by what both have. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: object
  readonly socket: object
}

/** What a `NodeHandler` answers through: node's `ServerResponse` or one of HTTP/2, told by what both have. */
export interface NodeResponse {
  readonly headersSent: boolean
  readonly writableEnded: boolean
  setHeader(name: string, value: string | readonly string[]): unknown
  end(): unknown
}

/**
 * A listener for node's own servers, and for Express, Fastify and others that take one.
 *
 * Its types name nothing of node's, so that programs for other platforms compile without `@types/node`.
 */
export type NodeHandler = (
  request: NodeRequest,
  response: NodeResponse,
  next?: (error?: unknown) => void,
) => Promise<void>
