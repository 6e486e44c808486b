import { HttpError, type Middleware, type ServerRequest } from '@app/core'
import type { ErrorMiddleware } from '@app/core/extending'
import { doublePass, doublePassError, type OlderNext, type ResponseDraft } from '@app/double-pass'
import { NAMED } from './attributes.ts'
import { type Behaviour, caught, errorOf, refuse, respond } from './behaviour.ts'
import { namesOf } from './error-kinds.ts'
import { seen } from './seen-request.ts'
import type { Trace } from './trace.ts'

type OlderResult = Promise<ResponseDraft | Response>

/** Makes middleware `(request, response, next)` with the behaviour that a recorded case describes. */
export function behaveOlder(behaviour: Behaviour, trace: Trace): Middleware {
  refuse(behaviour)
  return doublePass((request, response, next) => {
    const answer = async (): OlderResult => {
      trace.add({ in: behaviour.tag, ...(await seen(request, behaviour.show)) })
      return act(behaviour, trace, request, response, (onward, draft, ...error) => next(onward, draft, ...error))
    }
    return answer() as Promise<Response>
  })
}

/** Makes error middleware `(error, request, response, next)` with the behaviour that a recorded case describes. */
export function behaveOlderError(behaviour: Behaviour, trace: Trace): ErrorMiddleware {
  return doublePassError((error, request, response, next) => {
    const passing: OlderNext = (onward, draft, ...replaced) => {
      if (replaced.length > 0) return next(onward, draft, ...replaced)
      return behaviour.do === 'passClear' ? next(onward, draft) : next(onward, draft, error)
    }
    const answer = async (): OlderResult => {
      trace.add({ err: behaviour.tag, ...(await seen(request, behaviour.show)), error: recordedForm(error) })
      return act(behaviour, trace, request, response, passing)
    }
    return answer() as Promise<Response>
  })
}

/**
 * Returns an error as the recording shows it: a failure of routing is an `HttpError` here, and the number 404 or 405 in
 * Mezzio.
 */
function recordedForm(error: unknown): unknown {
  if (error instanceof HttpError && error.message === 'Method Not Allowed') return 405
  if (error instanceof HttpError && error.message === 'Not Found') return 404
  if (!(error instanceof Error)) return error
  const isMiddleware = namesOf(error)[0] === 'APP_MIDDLEWARE'
  const name = isMiddleware ? 'InvalidMiddlewareException' : error.name.replace(/Error$/, 'Exception')
  return { class: name, message: error.message }
}

async function act(
  behaviour: Behaviour,
  trace: Trace,
  request: ServerRequest,
  response: ResponseDraft,
  next: OlderNext,
): OlderResult {
  const { tag } = behaviour
  switch (behaviour.do) {
    case 'pass':
    case 'passClear': {
      const answer = await next(request, response)
      if (behaviour.out) trace.add({ out: tag })
      return answer
    }
    case 'respond':
      return respond(behaviour)
    case 'throw':
    case 'throwError':
      throw errorOf(behaviour)
    case 'setAttr': {
      const named = { ...request.attribute(NAMED), [String(behaviour.name)]: behaviour.value }
      return next(request.withAttribute(NAMED, named), response)
    }
    case 'addHeader': {
      const answer = await next(request, response)
      answer.headers.set(String(behaviour.name), String(behaviour.value))
      return answer
    }
    case 'appendBody': {
      const answer = (await next(request, response)) as Response
      return new Response((await answer.text()) + (behaviour.body ?? tag), answer)
    }
    case 'write':
      return response.write(behaviour.body ?? tag)
    case 'writeNext':
      return next(request, response.write(behaviour.body ?? tag))
    case 'newResNext':
      // Mezzio makes a new response; here the middleware changes the response that it was given.
      response.status = behaviour.status ?? 200
      return next(request, response.write(behaviour.body ?? tag))
    case 'statusNext':
      response.status = behaviour.status ?? 200
      return next(request, response)
    case 'returnRes':
      return response
    case 'nextError':
      return next(request, response, behaviour.error)
    case 'none':
      return undefined as unknown as Response
    case 'string':
      return 'a string' as unknown as Response
    case 'nextTwice':
      await next(request, response)
      return next(request, response)
    case 'catch':
      try {
        return await next(request, response)
      } catch (error) {
        return caught(error, tag, trace)
      }
    default:
      throw new TypeError(`The behaviour "${behaviour.do}" does not exist for middleware (request, response, next)`)
  }
}
