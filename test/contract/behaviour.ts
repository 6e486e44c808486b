import {
  HttpError,
  type Middleware,
  type MiddlewareLike,
  type RequestHandler,
  type ServerRequest,
  text,
} from '@app/core'
import { doublePass } from '@app/double-pass'
import { NAMED } from './attributes.ts'
import { RuntimeException } from './error-kinds.ts'
import { NotApplicable } from './not-applicable.ts'
import { seen } from './seen-request.ts'
import type { Trace } from './trace.ts'

/**
 * The recorded description of a piece of middleware: `do` names its behaviour, and the other members have the details.
 */
export interface Behaviour {
  readonly do: string
  readonly tag: string
  readonly as?: 'object' | 'callable' | 'doublepass' | 'handler'
  readonly show?: unknown
  readonly out?: boolean
  readonly status?: number
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly message?: string
  readonly code?: number
  readonly name?: string
  readonly value?: string
  readonly error?: unknown
  readonly errorSig?: boolean
}

/**
 * Makes middleware with the behaviour that a recorded case describes. The case may name the form of the middleware: a
 * function, an object with `process` or `handle`, or double-pass middleware. Otherwise the form is `defaultForm`.
 */
export function behave(behaviour: Behaviour, trace: Trace, defaultForm: 'object' | 'callable'): MiddlewareLike {
  refuse(behaviour)
  const middleware: Middleware = async (request, handler) => {
    trace.add({ in: behaviour.tag, ...(await seen(request, behaviour.show)) })
    return act(behaviour, trace, request, handler)
  }
  const form = behaviour.as ?? defaultForm
  if (form === 'callable') return middleware
  if (form === 'object') return { process: middleware }
  if (form === 'handler') return { handle: (request) => middleware(request, unreachable) }
  return doublePass((request, response, next) =>
    middleware(request, (onward) => next(onward, response) as Promise<Response>),
  )
}

async function act(
  behaviour: Behaviour,
  trace: Trace,
  request: ServerRequest,
  handler: RequestHandler,
): Promise<Response> {
  const { tag } = behaviour
  switch (behaviour.do) {
    case 'pass': {
      const response = await handler(request)
      if (behaviour.out) trace.add({ out: tag })
      return response
    }
    case 'respond':
      return respond(behaviour)
    case 'throw':
    case 'throwError':
      throw errorOf(behaviour)
    case 'setAttr': {
      const named = { ...request.attribute(NAMED), [String(behaviour.name)]: behaviour.value }
      return handler(request.withAttribute(NAMED, named))
    }
    case 'addHeader': {
      const response = await handler(request)
      response.headers.set(String(behaviour.name), String(behaviour.value))
      return response
    }
    case 'appendBody': {
      const response = await handler(request)
      return new Response((await response.text()) + (behaviour.body ?? tag), response)
    }
    case 'none':
      return undefined as unknown as Response
    case 'string':
      return 'a string' as unknown as Response
    case 'nextTwice':
      await handler(request)
      return handler(request)
    case 'catch':
      try {
        return await handler(request)
      } catch (error) {
        return caught(error, tag, trace)
      }
    default:
      throw new TypeError(`The behaviour "${behaviour.do}" does not exist for middleware (request, handler)`)
  }
}

/** Returns the response of middleware that answers without calling the handler. */
export function respond({ tag, body = tag, status = 200, headers = {} }: Behaviour): Response {
  return text(body, { status, headers })
}

/**
 * Returns the error that middleware of a recorded case throws: a `TypeError` for an error of PHP, an `HttpError` for an
 * exception whose code is a status from 400 to 599, and a `RuntimeException` for any other exception.
 */
export function errorOf({ do: what, message = 'boom', code = 0 }: Behaviour): Error {
  if (what === 'throwError') return new TypeError(message)
  return code >= 400 && code <= 599 ? new HttpError(code, message) : new RuntimeException(message)
}

/** Returns the response of middleware that has caught an error, and adds the error to the trace. */
export function caught(error: unknown, tag: string, trace: Trace): Response {
  const message = error instanceof Error ? error.message : String(error)
  trace.add({ caught: tag, error: { message } })
  return text(`caught:${message}`, { status: 500 })
}

/**
 * Throws `NotApplicable` if middleware of a recorded case rewrites the path or the method of a request, which is
 * impossible here.
 */
export function refuse({ do: what }: Behaviour): void {
  if (what !== 'setPath' && what !== 'setMethod') return
  throw new NotApplicable('Path and method of a request never change, so no middleware can rewrite them.')
}

function unreachable(): never {
  throw new Error('a request handler has no next handler, but the case gives it a behaviour that calls one')
}
