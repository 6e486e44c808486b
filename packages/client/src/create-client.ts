import type { Contract, EndpointDescription, RequestOf } from '@app/endpoint'
import { call } from './call.ts'
import type { CallResult } from './call-result.ts'
import type { CallOptions, ClientOptions } from './client-options.ts'
import { groupOf } from './group-of.ts'
import type { Parts } from './request.ts'
import type { PlainEndpoints } from './without-schemas.ts'

/** A call for each endpoint, in the shape of the contract. */
export type Client<D extends Contract, V extends boolean = false> = {
  readonly [K in keyof D]: D[K] extends EndpointDescription
    ? Call<D[K], V>
    : D[K] extends Contract
      ? Client<D[K], V>
      : never
}

/** Calls an endpoint. The argument `request` may be left out if the endpoint requires no part of a request. */
export type Call<D extends EndpointDescription, V extends boolean = false> =
  Record<never, never> extends RequestOf<D>
    ? (request?: RequestOf<D>, options?: CallOptions) => Promise<CallResult<D, V>>
    : {
        /** Refuses a call without arguments: the error of the compiler names the parts. */
        (this: `Call it with { ${keyof RequiredParts<RequestOf<D>> & string} }`): never
        (request: RequestOf<D>, options?: CallOptions): Promise<CallResult<D, V>>
      }

type RequiredParts<R> = { [K in keyof R as Record<never, never> extends Pick<R, K> ? never : K]: R[K] }

/**
 * The type of the descriptions without schemas. It says nothing about `D`, so a caller who passes such descriptions has
 * to name the contract as a type argument.
 */
type PlainOf<D extends Contract> = string extends keyof D ? never : PlainEndpoints<D>

/**
 * Makes the client of endpoints: `createClient({ createNote }, { baseUrl })`. Groups of endpoints become groups of
 * calls: `createClient(contract).notes.create({ body })`.
 *
 * The result of a call is a union by status, also for 4xx and 5xx. A call rejects with a `ClientError` if there is no
 * usable response, with the reason of the signal if the caller's signal aborts, and with a `TypeError` for a request
 * that cannot be sent. Throws a `TypeError` for a part that is neither an endpoint nor a group, such as a schema. For
 * descriptions without schemas, `createClient<typeof notes>(plain)` takes the result of `withoutSchemas(notes)`.
 *
 * @example
 * const ping = endpoint({ method: 'GET', path: '/ping', responses: { 200: textContent() } })
 * const answer = await createClient({ ping }, { baseUrl: 'https://notes.example' }).ping()
 * console.log(answer.status === 200 ? answer.data : answer.data.detail)
 */
export function createClient<const D extends Contract = never, V extends boolean = false>(
  endpoints: D | PlainOf<NoInfer<D>>,
  options?: ClientOptions<V>,
): Client<D, V>
export function createClient(endpoints: object, options: ClientOptions = {}): object {
  const client: Record<string, unknown> = {}
  for (const [name, one] of Object.entries(endpoints))
    client[name] =
      typeof one?.path === 'string'
        ? (parts: Parts = {}, own: CallOptions = {}) =>
            call(one, parts, { ...options, ...own, headers: [options.headers, own.headers] })
        : createClient(groupOf(name, one), options)
  return client
}
