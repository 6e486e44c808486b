import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import type { MiddlewareMessage, RequestMessage, RouteMessage } from '@app/core/logging'

/** The interface of a tracer; a few lines of code adapt a tracer of OpenTelemetry to it. */
export interface Tracer {
  startSpan(name: string, parent: Span | undefined): Span
}

export interface Span {
  setAttribute(name: string, value: string | number): void
  recordException(error: unknown): void
  end(): void
}

/** The span around the running code, for a driver of a database or another service. */
export const currentSpan = new AsyncLocalStorage<Span>()

type Message = RequestMessage | MiddlewareMessage | RouteMessage

export function traceWith(tracer: Tracer): void {
  const spans = new WeakMap<Message, Span>()
  const finish = (message: unknown) => {
    const { route, status, duration } = message as Message
    const span = spans.get(message as Message)
    if (!span || duration === undefined) return
    if (route !== undefined) span.setAttribute('http.route', route)
    if (status !== undefined) span.setAttribute('http.response.status_code', status)
    span.end()
  }
  for (const name of ['request', 'middleware', 'route']) {
    const channel = tracingChannel<Span, Message>(`@app/core:${name}`)
    channel.start.bindStore(currentSpan, (message) => {
      const span = tracer.startSpan(nameOf(message), currentSpan.getStore())
      spans.set(message, span)
      return span
    })
    channel.error.subscribe((message) => spans.get(message as Message)?.recordException((message as Message).error))
    channel.end.subscribe(finish)
    channel.asyncEnd.subscribe(finish)
  }
}

function nameOf(message: Message): string {
  if ('place' in message) return message.name ?? message.place
  return `${message.method} ${message.route ?? message.path}`
}
