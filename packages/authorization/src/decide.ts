import { hasRole, IDENTITY, type Identity, refuseUnauthenticated } from '@app/authentication'
import { HttpError, type Params, type ServerRequest } from '@app/core'
import { beforeSending } from '@app/core/extending'
import type { Requirement } from './requires.ts'

/** The requirement that a request has to meet. */
export interface Asked {
  readonly requirement: Requirement | 'denied'
  readonly params: Params
}

/** The requirement, and the name of what the request wants to reach. */
export interface AskedFor extends Asked {
  /** The name of what the request wants to reach, for errors. */
  readonly goal: string
  /** Whether visitors who may not are told that there is nothing. */
  readonly hide: boolean
}

/**
 * Gives nothing for a request that may pass, and the redirect to the log-in page for somebody who has to log in.
 *
 * Throws an `HttpError`: 401 for strangers, 403 for visitors who may not, or 404 where that is to be hidden.
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

/** An answer behind a requirement is stored neither on a disk nor for the Back button, unless it says so itself. */
function keepFromCaches({ headers, status }: Response): void {
  // An error says nothing of anybody, and one of a hidden route is like any other.
  if (status < 400 && !headers.has('cache-control')) headers.set('cache-control', 'no-store')
}

/** Whether a request meets what is asked. */
export async function isAllowed(request: ServerRequest, asked: Asked): Promise<boolean> {
  if (asked.requirement === 'public') return true
  const identity = request.attribute(IDENTITY)
  return identity !== undefined && (await problemOf(identity, request, asked)) === undefined
}

async function problemOf(
  identity: Identity,
  request: ServerRequest,
  { requirement, params }: Asked,
): Promise<string | undefined> {
  if (requirement === 'public' || requirement === 'authenticated') return undefined
  if (requirement === 'denied') return 'says nothing of who may reach it, so nobody may: .with(REQUIRES, …).'
  const { roles, allow } = requirement
  if (roles && !hasRole(identity, ...roles)) return `is for the roles ${roles.join(', ')}.`
  // A function in JavaScript may give a record that it has found, or a promise of a promise.
  if (allow && (await allow(identity, params, request)) !== true) return 'is not for this identity.'
  return undefined
}
