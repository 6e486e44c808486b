import { hasRole, IDENTITY, type Identity, type Role, refuseUnauthenticated } from '@app/authentication'
import { HttpError, type Params, type ServerRequest } from '@app/core'
import { beforeSending } from '@app/core/extending'
import type { Requirement } from './requires.ts'

/** The requirement of a route, and the roles that meet it. */
export interface Demand {
  readonly requirement: Requirement | 'denied'
  /** The roles that the requirement names, and those that inherit from them; absent if it names none. */
  readonly roles?: readonly Role[]
  /** The roles with a permission for the route, of which one is needed too; absent if no permission is needed. */
  readonly permitted?: readonly Role[]
}

/** The demand that a request has to meet, and the params of its route, which the check `allow` gets. */
export interface Asked extends Demand {
  readonly params: Params
}

/** The requirement that a request has to meet, with the details of a refusal. */
export interface AskedFor extends Asked {
  /** The route, or the method and path if there is no route, for the message of the error. */
  readonly goal: string
  /** True if visitors without access get a 404 in place of the 403. */
  readonly hide: boolean
}

/**
 * Decides about a request: returns `undefined` if the request may pass, and the redirect to the log-in page for a
 * browser whose visitor has to log in.
 *
 * Throws an `HttpError`: 401 for visitors who have not logged in, 403 for other visitors without access, or 404 with
 * `hide`.
 */
export async function decide(request: ServerRequest, asked: AskedFor): Promise<Response | undefined> {
  const { requirement, goal } = asked
  if (requirement === 'public') return undefined
  const identity = request.attribute(IDENTITY)
  if (identity === undefined) return refuseUnauthenticated(request)
  const problem = await problemOf(identity, request, asked)
  if (problem !== undefined) throw new HttpError(asked.hide ? 404 : 403, `${goal} ${problem}`)
  beforeSending(request, keepFromCaches)
  return undefined
}

/**
 * Adds `no-store` to a guarded response, so that browsers keep it neither on disk nor for the Back button. A response
 * with a header `Cache-Control`, or with a status from 400 on, stays as it is.
 */
function keepFromCaches({ headers, status }: Response): void {
  // Errors get no header: they contain nothing private, and the 404 for a hidden route has to look like any other 404.
  if (status < 400 && !headers.has('cache-control')) headers.set('cache-control', 'no-store')
}

/** True if a request meets a requirement. */
export async function isAllowed(request: ServerRequest, asked: Asked): Promise<boolean> {
  if (asked.requirement === 'public') return true
  const identity = request.attribute(IDENTITY)
  return identity !== undefined && (await problemOf(identity, request, asked)) === undefined
}

async function problemOf(identity: Identity, request: ServerRequest, asked: Asked): Promise<string | undefined> {
  const { requirement, roles, permitted, params } = asked
  if (requirement === 'public') return undefined
  if (requirement === 'denied') return 'has no requirement, so that nobody may use it. Add one: .set(REQUIRES, …).'
  if (permitted && !hasRole(identity, ...permitted)) {
    if (permitted.length === 0) return 'has no permission, so that nobody may use it. Name the route in "permissions".'
    return `is permitted to the roles ${permitted.join(', ')}.`
  }
  if (requirement === 'authenticated') return undefined
  if (roles && !hasRole(identity, ...roles)) return `is for the roles ${(requirement.roles ?? roles).join(', ')}.`
  // Only true admits, not every truthy value: a function in JavaScript may return a record from a database, or a list
  // of promises, by mistake.
  if (requirement.allow && (await requirement.allow(identity, params, request)) !== true) {
    return 'is not for this identity.'
  }
  return undefined
}
