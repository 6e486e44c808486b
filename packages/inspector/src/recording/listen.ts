import { AsyncLocalStorage } from 'node:async_hooks'
import { tracingChannel } from 'node:diagnostics_channel'
import { type AttributeKey, type Awaitable, attributeKey, type RequestHandler, type ServerRequest } from '@app/core'
import type { MiddlewareMessage, RouteMessage } from '@app/core/logging'
import type { Recording } from './recording.ts'

/** The attribute for the recording of a request. All copies of the request have it. */
const RECORDING: AttributeKey<Recording | undefined> = attributeKey<Recording | undefined>('recording', {
  shared: '@app/inspector/recording',
  default: undefined,
})

const current = new AsyncLocalStorage<Recording>()

/** Checks whether an inspector before this one already records a request. */
export function isRecorded(request: ServerRequest): boolean {
  return request.attribute(RECORDING) !== undefined
}

/** Returns the recording of the request for which the calling code runs; `undefined` if the request is not recorded. */
export function currentRecording(): Recording | undefined {
  return current.getStore()
}

/** Runs a handler. The middleware and routes that run in it, and the calls that it makes, are noted in a recording. */
export function inRecording(
  recording: Recording,
  request: ServerRequest,
  handler: RequestHandler,
): Awaitable<Response> {
  return current.run(recording, handler, request.withAttribute(RECORDING, recording))
}

/**
 * Begins to note the middleware and the routes that recorded requests reach. Calling the function again changes
 * nothing.
 */
export function listen(): void {
  if (isListening) return
  isListening = true
  const of = (message: unknown) => (message as Message).request.attribute(RECORDING)
  const leave = (message: unknown) => {
    if ((message as Message).duration !== undefined) of(message)?.steps.leave(message as Message)
  }
  for (const name of ['middleware', 'route'] as const) {
    const channel = tracingChannel<unknown, Message>(`@app/core:${name}`)
    channel.start.subscribe((message) => {
      const recording = of(message)
      if (name === 'route') recording?.enterRoute(message as RouteMessage)
      recording?.steps.enter(message as Message)
    })
    for (const event of ['end', 'asyncEnd', 'error'] as const) channel[event].subscribe(leave)
  }
}

type Message = MiddlewareMessage | RouteMessage

let isListening = false
