import type { CallOptions } from './client-options.ts'
import type { AnyResult } from './read-answer.ts'

/** The call that a link gets, before the request is sent. */
export interface LinkedCall {
  /** The name of the call with its groups: `notes.create`. */
  readonly name: string
  /** The parts of the request, as the caller gave them; `undefined` if the caller gave none. */
  readonly request: unknown
  readonly options: CallOptions
}

/**
 * A function that runs around each call of a client. A link inspects or changes a call and passes the call to `next`,
 * or answers in place of the server.
 *
 * A link may call `next` more than once, for example with a fresh token after a 401.
 */
export type Link = (call: LinkedCall, next: (call: LinkedCall) => Promise<AnyResult>) => Promise<AnyResult>

/**
 * Puts links before all calls of a client: `withLinks(createClient(api), [timed, signedIn])`. Returns a client of the
 * same type.
 *
 * The first link is the outermost.
 *
 * @example
 * const client = withLinks(createClient(api, { baseUrl: 'https://api.example' }), [
 *   async (call, next) => {
 *     console.log(call.name)
 *     return next(call)
 *   },
 * ])
 */
export function withLinks<C extends object>(client: C, links: readonly Link[]): C {
  return linked(client as Calls, links, '') as C
}

interface Calls {
  readonly [name: string]: Calls | Run
}
type Run = (request?: unknown, options?: CallOptions) => Promise<AnyResult>

function linked(client: Calls, links: readonly Link[], place: string): Calls {
  const all = Object.entries(client).map(([key, part]) => {
    const name = place + key
    return [key, typeof part === 'function' ? behindLinks(name, part, links) : linked(part, links, `${name}.`)]
  })
  return Object.fromEntries(all)
}

function behindLinks(name: string, run: Run, links: readonly Link[]): Run {
  const send = ({ request, options }: LinkedCall) => run(request, options)
  const first = links.reduceRight<(call: LinkedCall) => Promise<AnyResult>>(
    (next, link) => async (call) => link(call, next),
    send,
  )
  return (request, options = {}) => first({ name, request, options })
}
