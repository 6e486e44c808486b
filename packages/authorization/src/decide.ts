import { hasRole, IDENTITY, type Identity, refuseUnauthenticated } from '@app/authentication'
import { HttpError, type Params, type ServerRequest } from '@app/core'
import { beforeSending } from '@app/core/extending'
import type { Requirement } from './requires.ts'

/** The requirement that a request has to meet. */
export interface Asked {
  readonly requirement: Requirement | 'denied'
  readonly params: Params
}

/** The requirement, and the name of the request's target. */
export interface AskedFor extends Asked {
  /** The name of the request's target, for errors. */
  readonly goal: string
  /** Whether visitors without access are told that nothing is there. */
  readonly hide: boolean
}

/**
 * Gives nothing for a request that may pass, and the redirect to the log-in page for a visitor who has to log in.
 *
 * Throws an `HttpError`: 401 for strangers, 403 for other visitors without access, or 404 if that has to be hidden.
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
 * Keeps an answer behind a requirement from being stored on a disk or for the Back button, unless it has a caching
 * header.
 */
function keepFromCaches({ headers, status }: Response): void {
  // An error contains nothing private, and the error of a hidden route has to look like any other.
  if (status < 400 && !headers.has('cache-control')) headers.set('cache-control', 'no-store')
}

/** Whether a request meets a requirement. */
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
  // A function in JavaScript may give a record that it has found, or a promise of a promise: only true counts.
  if (allow && (await allow(identity, params, request)) !== true) return 'is not for this identity.'
  return undefined
}
