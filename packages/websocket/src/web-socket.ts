import { HttpError, type Params, type ServerRequest } from '@app/core'
import { checkOptions, optionKind, reportError, switchProtocols } from '@app/core/extending'
import nodeAdapter from 'crossws/adapters/node'
import { cutAbove } from './cut-above.ts'
import { HookQueue, type PausableSocket } from './hook-queue.ts'
import { isOwnOrigin } from './own-origin.ts'
import type { Message, Peer, Relay } from './peer.ts'

/**
 * Functions that are called for the events of connections. The request is the one that opened the connection, with its
 * params and attributes. The functions of one connection run one after the other: the next one waits for the promise of
 * the earlier one.
 */
export interface WebSocketHooks<P = Params> {
  readonly open?: (peer: Peer, request: ServerRequest<P>) => unknown
  readonly message?: (peer: Peer, message: Message, request: ServerRequest<P>) => unknown
  /**
   * A function that is called once for each connection that was opened, also if the client disappeared without closing
   * it (code 1006).
   */
  readonly close?: (
    peer: Peer,
    details: { readonly code?: number; readonly reason?: string },
    request: ServerRequest<P>,
  ) => unknown
}

/** Options of `webSocket`. Times are in seconds, sizes in bytes. */
export interface WebSocketOptions {
  /**
   * Origins of other sites whose pages may connect, such as `https://friend.example`. Default: none. Pages of the same
   * host may always connect, and so may clients that are not browsers, since they send no origin.
   */
  readonly origins?: readonly string[] | undefined
  /**
   * Maximum size of a message in bytes; a larger one closes its connection with code 1009. A connection is not read
   * while messages of this size together, or 100 messages, wait for earlier hooks. Default: 1 MiB.
   */
  readonly messageLimit?: number | undefined
  /** Maximum number of bytes that wait for a slow client; beyond it, its connection is cut. Default: 4 MiB. */
  readonly bufferLimit?: number | undefined
  /**
   * The seconds between two pings to each client. A client that has not answered before the next ping is cut. Default:
   * 30.
   */
  readonly pingInterval?: number | undefined
  /**
   * The subprotocols that the handler supports. Of those that a client offers, the first in this list is chosen.
   * Default: none.
   */
  readonly protocols?: readonly string[] | undefined
  /**
   * Passes published messages between processes, such as `redis({ client, channel })` of `crossws/sync`. Each
   * `webSocket()` needs a channel of its own. Default: topics stay within this process.
   */
  readonly sync?: Relay | undefined
}

/** A handler of WebSockets, which can also publish messages and close all connections. */
export interface Live<P = Params> {
  (request: ServerRequest<P>): Response
  /** Sends to every connection that has subscribed to a topic. */
  readonly publish: (topic: string, data: unknown) => void
  /** Closes all connections with code 1001, and disconnects from `sync`. */
  readonly close: () => Promise<void>
}

/**
 * Makes a handler that answers with a WebSocket: `app.get('/chat/{room}', webSocket({ open, message, close }))`.
 *
 * Guards and limits of a route also apply to its connections. A request without an upgrade to a WebSocket is answered
 * with 426, and a request from a page of another site with 403. When the server stops, connections are closed with code
 * 1001. An error of a hook is reported, and closes its connection with code 1011. Throws an `OptionError` for an
 * unknown or invalid option, and an error on Bun and Deno.
 *
 * @example
 * app.get('/echo', webSocket({ message: (peer, message) => peer.send(message.text()) }))
 */
export function webSocket<P = Params>(hooks: WebSocketHooks<P>, options: WebSocketOptions = {}): Live<P> {
  const checked = checkOptions('webSocket()', options, KINDS)
  const platform = ['Bun', 'Deno'].find((name) => name in globalThis)
  if (platform !== undefined) {
    throw new Error(
      `webSocket() needs the server of node, which ${platform} only imitates. On ${platform}, use its own server with an adapter of crossws, such as crossws/adapters/${platform.toLowerCase()}.`,
    )
  }
  const { origins = [], messageLimit = 1_048_576, bufferLimit = 4_194_304, pingInterval = 30 } = checked
  const { protocols = [], sync } = checked
  const requests = new WeakMap<Request, { readonly request: ServerRequest<P>; readonly headers: Headers }>()
  const connections = new WeakMap<object, Connection<P>>()
  const adapter = nodeAdapter({
    hooks: {
      upgrade(raw) {
        const { request, headers = [] } = requests.get(raw) ?? {}
        return { context: { request }, headers: [...headers], namespace: 'all' }
      },
      open(peer) {
        const request = peer.context.request as ServerRequest<P>
        const queue = new HookQueue(peer.websocket as PausableSocket, messageLimit, (error) => {
          reportError(request as ServerRequest, error)
          peer.close(1011, 'Internal error')
        })
        const leave = () => peer.close(1001, 'The server stops')
        connections.set(peer, { request, queue })
        if (request.stopping.aborted) leave()
        else request.stopping.addEventListener('abort', leave)
        if (hooks.open) queue.add(() => hooks.open?.(peer, request))
      },
      message(peer, message) {
        const { request, queue } = connections.get(peer) as Connection<P>
        const { length } = message.rawData as string | Uint8Array
        if (hooks.message) queue.add(() => hooks.message?.(peer, message, request), length)
      },
      close(peer, details) {
        const { request, queue } = connections.get(peer) as Connection<P>
        if (hooks.close) queue.addLast(() => hooks.close?.(peer, details, request))
      },
    },
    handleProtocols: (offered) => protocols.find((protocol) => offered.has(protocol)),
    idleTimeout: pingInterval,
    serverOptions: { maxPayload: messageLimit },
    ...(sync && { sync }),
  })

  const handler = (request: ServerRequest<P>): Response => {
    const view = request as ServerRequest
    const answer = switchProtocols(view, ({ incoming, socket, head, headers }) => {
      requests.set(request.raw, { request, headers })
      cutAbove(bufferLimit, socket)
      adapter.handleUpgrade(incoming, socket, head as Buffer, request.raw).catch((error) => {
        reportError(view, error)
        socket.destroy()
      })
    })
    const origin = request.headers.get('origin')
    if (origin !== null && !origins.includes(origin) && !isOwnOrigin(origin, request.url)) {
      throw new HttpError(
        403,
        `Pages of ${origin} may not connect: the option "origins" of webSocket() does not have this origin`,
      )
    }
    return answer
  }
  return Object.assign(handler, {
    publish: (topic: string, data: unknown) => adapter.publish(topic, data),
    close: () => adapter.close(1001, 'The server stops'),
  })
}

/** An open connection, as its hooks need it. */
interface Connection<P> {
  readonly request: ServerRequest<P>
  readonly queue: HookQueue
}

const KINDS = {
  origins: optionKind.origins,
  messageLimit: optionKind.count,
  bufferLimit: optionKind.count,
  pingInterval: optionKind.seconds,
  protocols: optionKind.listOf(optionKind.text),
  sync: optionKind.function,
}
