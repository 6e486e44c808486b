import type { ServerRequest } from '@app/http'
import { sourceOf } from '@app/http/framework'
import type { MetadataKey, Route } from '@app/router'
import type { RouteResult } from './matched-route.ts'

/** The notes of the core about a request, which all views of the request share. */
interface RequestNotes {
  /** The guards that middleware has registered for the request. */
  guards?: RequestGuard[]
  /** The match that `routeFor` found last. */
  found?: FoundMatch
}

function notesOf(request: ServerRequest): RequestNotes | undefined {
  return sourceOf(request).notes as RequestNotes | undefined
}

function openNotes(request: ServerRequest): RequestNotes {
  const source = sourceOf(request)
  source.notes ??= {}
  return source.notes as RequestNotes
}

/** Decides about a route: `undefined` lets it run, a response answers in its place, and an error ends the request. */
export type DispatchGuard = (
  route: Route,
  request: ServerRequest,
) => Response | undefined | Promise<Response | undefined>

/** A guard, and the name of the key of the metadata by which it decides. */
export interface RequestGuard {
  readonly key: string | undefined
  readonly decide: DispatchGuard
}

/**
 * Calls a guard with each route that is about to run for this request, in any application, before the middleware of the
 * route.
 *
 * For middleware that guards routes, wherever it stands in front of them: the guard gets the very route that dispatch
 * runs, not one that was looked up before. The guard stays for the whole request, also if error middleware continues
 * after an error. `key` is the key of the metadata by which the guard decides: if the key is declared with
 * `enforcedBy`, dispatch refuses a route with such metadata unless a guard with this key is registered.
 *
 * @example
 * app.pipe((request, handler) => {
 *   beforeDispatch(request, (route) => (route.name === 'admin' ? text('No', { status: 403 }) : undefined))
 *   return handler(request)
 * })
 */
export function beforeDispatch(
  request: ServerRequest,
  guard: DispatchGuard,
  key?: Pick<MetadataKey<unknown, unknown>, 'name'>,
): void {
  const notes = openNotes(request)
  notes.guards ??= []
  notes.guards.push({ key: key?.name, decide: guard })
}

/** Gives the guards that middleware has registered for a request; `undefined` for none. */
export function guardsOf(request: ServerRequest): readonly RequestGuard[] | undefined {
  return notesOf(request)?.guards
}

/** A match, and the view of the request that the matcher of an application was called with. */
interface FoundMatch {
  readonly match: object
  readonly request: ServerRequest
  readonly result: RouteResult
}

/** Notes a match that was looked up in front of routing, so that routing does not match the same request again. */
export function noteMatch(request: ServerRequest, match: object, result: RouteResult): void {
  openNotes(request).found = { match, request, result }
}

/** Gives the noted match of the same matcher for the same method and path; `undefined` if there is no such note. */
export function foundMatch(request: ServerRequest, match: object): RouteResult | undefined {
  const found = notesOf(request)?.found
  if (found === undefined || found.match !== match) return undefined
  const { method, path } = found.request
  return method === request.method && path === request.path ? found.result : undefined
}
