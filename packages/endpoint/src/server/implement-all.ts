import type { Route } from '@app/core'
import { type Contract, isEndpoint } from '../contract.ts'
import type { EndpointDescription } from '../endpoint.ts'
import type { EndpointHandler } from './endpoint-handler.ts'
import { type ImplementOptions, implement } from './implement.ts'

/** A handler for each endpoint of a contract, in the same groups and under the same names. */
export type HandlersOf<C extends Contract> = {
  readonly [K in keyof C]: C[K] extends EndpointDescription
    ? EndpointHandler<C[K]>
    : C[K] extends Contract
      ? HandlersOf<C[K]>
      : never
}

/**
 * Makes the routes of all endpoints of a contract: `for (const route of implementAll(api, handlers)) app.route(route)`.
 *
 * The options apply to every endpoint. Throws a `TypeError` that names an endpoint without a handler, or a handler
 * without an endpoint, and the errors of `implement`.
 *
 * @example
 * const readNote = endpoint({ method: 'GET', path: '/notes/{id}', responses: { 200: z.object({ id: z.string() }) } })
 * const api = contract({ notes: { read: readNote } })
 * for (const route of implementAll(api, { notes: { read: ({ params }) => ({ id: params.id }) } })) app.route(route)
 */
export function implementAll<const C extends Contract>(
  contract: C,
  handlers: HandlersOf<NoInfer<C>>,
  options?: ImplementOptions,
): readonly Route[] {
  return routesOf(contract, handlers as Parts, options, '')
}

type Parts = Readonly<Record<string, unknown>>

function routesOf(contract: Contract, handlers: Parts, options: ImplementOptions | undefined, place: string): Route[] {
  for (const name of Object.keys(handlers)) {
    if (!Object.hasOwn(contract, name)) throw new TypeError(`implementAll(): the contract has no ${place}${name}.`)
  }
  return Object.entries(contract).flatMap(([name, part]) => {
    const own = Object.hasOwn(handlers, name) ? handlers[name] : undefined
    const isFit = isEndpoint(part) ? typeof own === 'function' : typeof own === 'object' && own !== null
    if (!isFit) throw new TypeError(`implementAll(): there is no handler for ${place}${name}.`)
    if (!isEndpoint(part)) return routesOf(part, own as Parts, options, `${place}${name}.`)
    return [implement(part, own as EndpointHandler<EndpointDescription>, options)]
  })
}
