import { AUTHENTICATION_SERVICE, IDENTITY } from '@app/authentication'
import { type Container, empty, type Middleware, type RequestHandler, type ServerRequest } from '@app/core'
import { SESSION_SERVICE } from '@app/session'

/**
 * Says whether the visitor may still see the team in the path of a request that is still being answered, such as by an
 * event stream.
 */
export type StillIn = (request: ServerRequest) => Promise<boolean>

/** Runs the guards of the request again: for its session, its account and the team. */
export function stillIn(container: Container): StillIn {
  const guards = [SESSION_SERVICE, AUTHENTICATION_SERVICE, 'noticeboard/enter-team'].map(
    (name) => container.get(name) as Middleware,
  )
  return async (request) => {
    let isIn = false
    const inside = () => {
      isIn = true
      return empty()
    }
    const ask = guards.reduceRight<RequestHandler>((next, guard) => (again) => guard(again, next), inside)
    // A guard refuses a visitor who has logged out by throwing an error.
    await Promise.resolve(request.withAttribute(IDENTITY, undefined))
      .then(ask)
      .catch(() => undefined)
    return isIn
  }
}
