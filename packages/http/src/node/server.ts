// biome-ignore-all lint/suspicious/noTsIgnore: only programs without the types of node have something to ignore
/// <reference lib="esnext.disposable" preserve="true" />

import type { ErrorListener } from '../life/report.ts'

/** Options of a server. Times are in seconds, an hour at most; 0 means no limit. Sizes are in bytes. */
export interface ServerOptions {
  /** Maximum request body in bytes. Reading a larger one rejects with a 413. Default: 1 MiB. */
  readonly bodyLimit?: number | undefined
  /** Seconds that a client has to send its headers. Default: 10. */
  readonly headersTimeout?: number | undefined
  /** Seconds that a client has to send a whole request. Default: 30. */
  readonly requestTimeout?: number | undefined
  /** Cuts the connection if the client reads nothing of a response for this many seconds. Default: 30. */
  readonly writeTimeout?: number | undefined
  /**
   * Seconds that a handler has to answer. After them the client gets a 503, and the request's signal is aborted.
   * Default: 0, no limit.
   */
  readonly handlerTimeout?: number | undefined
  /** Seconds for which an idle connection stays open. Default: 65, longer than usual proxies keep theirs. */
  readonly keepAliveTimeout?: number | undefined
  /**
   * The proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are trusted, for `request.clientAddress` and
   * `request.url`. Default: none.
   *
   * The list has addresses, ranges such as `10.0.0.0/8`, and the names of ranges `loopback` and `private`. A proxy that
   * connects over a Unix socket has the address `127.0.0.1`. Each proxy must set these headers on every request.
   */
  readonly trustProxy?: readonly string[] | undefined
  /**
   * Called for errors outside of middleware, such as a failing response stream, and for errors of a handler that is not
   * an application. Default: the listener of the application, else errors of status 500 and above are logged.
   */
  readonly onError?: ErrorListener | undefined
  /**
   * The certificate, for a server that speaks TLS itself. Default: none, since most servers are behind a proxy that
   * speaks TLS.
   *
   * @example
   * ```ts
   * await app.run({ port: 8443, tls: { cert: '/etc/app/cert.pem', key: '/etc/app/key.pem' } })
   * ```
   */
  readonly tls?: TlsOptions | undefined
  /**
   * Lets clients speak HTTP/2, which needs `tls`. Default: `false`.
   *
   * Clients that do not ask for HTTP/2, such as those of WebSockets, get HTTP/1.1. With `allowHTTP1: false` they get no
   * connection.
   */
  readonly http2?: boolean | { readonly allowHTTP1?: boolean | undefined } | undefined
}

/**
 * A certificate and its key, each as the text of a PEM file, or as the path of one.
 *
 * `serve` and `run` read files anew on SIGHUP, for connections from then on. If such a file is wrong, the error is
 * logged, and the old certificate stays.
 */
export interface TlsOptions {
  /** The certificate of the server, followed by the intermediate certificates up to its authority. */
  readonly cert: string
  /** The private key of the certificate. */
  readonly key: string
  /** The password of the key. Default: none. */
  readonly passphrase?: string | undefined
}

/** Options of `toNodeHandler`. */
export interface NodeHandlerOptions extends Omit<ServerOptions, 'tls' | 'http2'> {
  /**
   * Accepts a path in any spelling. Otherwise a path that is not in its canonical spelling is answered with 400; only
   * `[`, `]`, `^` and `|` may also be unencoded, as browsers send them.
   * Default: `false` inside of a framework, which is recognized by its `next` or its `originalUrl`, and `true`
   * elsewhere.
   *
   * Guards of a framework compare the path as it was sent. If any spelling were accepted, they would let `/%61dmin`
   * pass, which is `/admin` here.
   */
  readonly anySpelling?: boolean | undefined
}

/**
 * The place where a server listens. Default: port 8080 of 0.0.0.0; `serve` and `run` first look at the environment
 * variables `PORT` and `HOST`.
 */
export interface ListenOptions {
  /** The port; 0 for one that is free. */
  readonly port?: number | undefined
  /** The host name or address at which the server listens. */
  readonly host?: string | undefined
  /** The path of a Unix socket, instead of a port. */
  readonly path?: string | undefined
  /** A descriptor that listens already, such as 3 for a socket of systemd, instead of a port. */
  readonly fd?: number | undefined
}

/** Options of `serve`. In development the default host is 127.0.0.1. */
export interface ServeOptions extends ListenOptions, ServerOptions {
  /** Seconds that requests in flight may still take after SIGTERM or SIGINT. Default: 10. */
  readonly grace?: number | undefined
  /** Called and awaited before the server listens. If it fails, `serve` rejects with its error. Default: nothing. */
  readonly start?: (() => Promise<void>) | undefined
  /**
   * The number of processes that answer, with `node:cluster`; `'available'` is one for each processor. Default: this
   * process alone, and always so in development.
   *
   * If several processes answer, this process answers nothing itself: it starts the program again in that many
   * processes, replaces each one that dies, and on SIGHUP starts all anew, one after the other. Code that stands before
   * `run()` in the program runs in this process too. Throws on a platform without `node:cluster`, such as Bun and Deno.
   *
   * @example
   * ```ts
   * await app.run({ workers: 'available' })
   * ```
   */
  readonly workers?: 'available' | number | undefined
  /**
   * Called and awaited after the last response. Its argument is the number of seconds that this function may take. If
   * the result is not `true`, the process ends with status 1. Default: nothing.
   */
  readonly stop?: ((grace: number) => Promise<boolean>) | undefined
}

/** Options of `serveProgram`, which `run()` of `@app/core` calls. */
export interface ProgramOptions extends ServeOptions {
  /** Words that follow the printed address, such as the number of routes. Default: none. */
  readonly banner?: string | undefined
  /**
   * Called with an error that no code has caught, and with the reason of a rejected promise that no code has awaited.
   * Default: the error is printed on standard error.
   */
  readonly log?: ((error: unknown, message: string) => void) | undefined
}

// The types of node are not a dependency, since programs for other platforms compile without them. The compiler obeys
// `@ts-ignore` only in the last line of a comment, so each of these comments has one line.
/** @ts-ignore The server of `node:http`; `any` in a program without the types of node. */
type HttpServer = import('node:http').Server

/** @ts-ignore The message of `node:http`; `any` in a program without the types of node. */
type HttpMessage = import('node:http').IncomingMessage

/** @ts-ignore A connection of `node:net`; `any` in a program without the types of node. */
type NetSocket = import('node:net').Socket

/** The connection of a request that was upgraded from HTTP to another protocol, such as WebSocket. */
export interface UpgradedConnection {
  /** The request as node received it. */
  readonly incoming: HttpMessage
  readonly socket: NetSocket
  /** The bytes that came after the head of the request. */
  readonly head: Uint8Array
  /** The headers of the response 101, as middleware has left them, such as cookies. */
  readonly headers: Headers
}

/** The headers of a 103. Browsers use `link` only. */
export interface EarlyHints {
  readonly link: string | readonly string[]
  readonly [name: string]: string | readonly string[]
}

/** A server of a handler (contract 4.4). `await using` closes it. */
export interface Server {
  /**
   * Node's own server, for its other features, such as `upgrade`; with `tls`, the server of `node:https`. Its `listen`
   * may also be called. In the process that starts `workers` it never listens.
   */
  readonly node: HttpServer
  /** The address at which the server listens; `undefined` before it listens, and for a Unix socket. */
  readonly address: { readonly host: string; readonly port: number } | undefined
  /**
   * Aborted when the server begins to stop. The program then has to end the connections that it has taken over itself,
   * such as WebSockets: they delay the stop.
   */
  readonly stopping: AbortSignal
  /**
   * Starts to listen. Rejects with a `ConfigurationError`, which says what to do, if the address is not available.
   * Rejects with a `TypeError` for two places at once, and after `close`.
   */
  listen(options?: ListenOptions): Promise<this>
  /**
   * Stops: accepts no more connections, closes each connection with its next response or once it is idle, ends event
   * streams, and waits for requests in flight.
   *
   * Resolves to `true` if all these requests were answered within `grace` seconds (default: 10); the others are cut. A
   * second call changes nothing. This method does not dispose of services; `run()` does when a signal ends the program.
   */
  close(options?: { readonly grace?: number | undefined }): Promise<boolean>
  [Symbol.asyncDispose](): Promise<void>
}

/** The request of a `NodeHandler`: the common part of node's `IncomingMessage` and its counterpart for HTTP/2. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: object
  readonly socket: object
}

/** The response of a `NodeHandler`: the common part of node's `ServerResponse` and its counterpart for HTTP/2. */
export interface NodeResponse {
  readonly headersSent: boolean
  readonly writableEnded: boolean
  setHeader(name: string, value: string | readonly string[]): unknown
  end(): unknown
}

/**
 * A listener for node's own servers, and for frameworks such as Express and Fastify that take one.
 *
 * Its types do not refer to node, so that programs for other platforms compile without `@types/node`.
 */
export interface NodeHandler {
  /** Answers every request. Resolves when the response was sent. */
  (request: NodeRequest, response: NodeResponse): Promise<void>
  /** Passes to `next` the requests that the handler does not answer, and errors before the response. */
  (request: NodeRequest, response: NodeResponse, next: (error?: unknown) => void): undefined
}
