import type { EndListener, RequestEnd } from '../request/request-end.ts'
import { heedListeners } from './heed-listeners.ts'

/**
 * The state of one exchange (a request and its response), as its transport knows it. The transport is HTTP/1, HTTP/2,
 * or a framework that has called this package.
 */
export interface Transport {
  /** True if nothing more is sent: the last byte of the response went out, or the client has left. */
  readonly isOver: boolean
  /** The end of the exchange, once it is over: its status, and whether the whole response was sent. */
  readonly end: RequestEnd
  /** True if the server has begun to stop. */
  readonly isStopping: boolean
  /** Calls a function once, when the exchange is over. */
  whenClosed(listener: () => void): void
  /** Reports an error of code that nobody waits for. */
  fail(error: unknown): void
}

/**
 * Everything that lives as long as a request: its signals `signal` and `stopping`, and the listeners to its end. The
 * object is made when code first uses one of them.
 *
 * Each request has objects of `AbortController` of its own, which are released at its end. A signal of
 * `AbortSignal.any` would not be released: node keeps such a signal for as long as one of its sources may still abort.
 */
export class RequestLife {
  readonly #transport: Transport
  #abort: AbortController | undefined
  #stop: AbortController | undefined
  #listeners: EndListener[] | undefined

  constructor(transport: Transport) {
    this.#transport = transport
    if (!transport.isOver) transport.whenClosed(() => this.#close())
  }

  /** Aborted when the client leaves before the response is complete, when a WebSocket ends, or by `abort`. */
  get signal(): AbortSignal {
    if (this.#abort) return this.#abort.signal
    const abort = this.#makeController()
    const { isOver, end } = this.#transport
    if (!isOver) this.#abort = abort
    else if (!end.isWhole) abort.abort(clientLeft())
    return abort.signal
  }

  /** Aborted when the server begins to stop. */
  get stopping(): AbortSignal {
    if (this.#stop) return this.#stop.signal
    const stop = this.#makeController()
    if (!this.#transport.isOver) this.#stop = stop
    if (this.#transport.isStopping) stop.abort(serverStops())
    return stop.signal
  }

  /** Calls a listener when the exchange is over, or at once if it is over already. */
  whenOver(listener: EndListener): void {
    if (this.#transport.isOver) listener(this.#transport.end)
    else if (this.#listeners) this.#listeners.push(listener)
    else this.#listeners = [listener]
  }

  /** Aborts `signal` with the given reason, although the client has not left. */
  abort(reason: DOMException): void {
    void this.signal
    this.#abort?.abort(reason)
  }

  /** Aborts `stopping`, since the server stops. */
  stop(): void {
    this.#stop?.abort(serverStops())
  }

  /** Makes a controller whose signal reports the errors of its listeners. */
  #makeController(): AbortController {
    const controller = new AbortController()
    heedListeners(controller.signal, (error) => this.#transport.fail(error))
    return controller
  }

  #close(): void {
    const { end } = this.#transport
    const listeners = this.#listeners ?? []
    const abort = this.#abort
    this.#listeners = undefined
    this.#stop = undefined
    // A WebSocket goes on after its response, whose status is 101.
    if (end.isWhole && end.status !== 101) this.#abort = undefined
    else abort?.abort(clientLeft())
    for (const listener of listeners) listener(end)
  }
}

function clientLeft(): DOMException {
  return new DOMException('The client went away', 'AbortError')
}

/** Makes the reason with which signals are aborted when a server begins to stop. */
export function serverStops(): DOMException {
  return new DOMException('The server stops', 'AbortError')
}
