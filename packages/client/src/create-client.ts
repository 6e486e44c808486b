import type { EndpointDescription, RequestOf } from '@app/endpoint'
import type { Answer } from './answer.ts'
import { call } from './call.ts'
import type { ClientOptions } from './client-options.ts'
import type { Parts } from './request.ts'
import type { PlainEndpoints } from './without-schemas.ts'

/** Descriptions of endpoints, by the names of the calls. */
export type Endpoints = Readonly<Record<string, EndpointDescription>>

/** A call for each endpoint. */
export type Client<D extends Endpoints> = { readonly [K in keyof D]: Call<D[K]> }

/** Calls an endpoint. The request may be left out where no part is needed. */
export type Call<D extends EndpointDescription> =
  Record<never, never> extends RequestOf<D>
    ? (request?: RequestOf<D>, options?: ClientOptions) => Promise<Answer<D>>
    : (request: RequestOf<D>, options?: ClientOptions) => Promise<Answer<D>>

/**
 * Makes the client of endpoints: `createClient({ createNote }, { baseUrl })`.
 *
 * A call gives a union by status, also for 4xx and 5xx. It rejects with a `ClientError` where there is no answer to work
 * with, with the reason of its signal, and with a `TypeError` for a request that cannot be sent.
 * Without schemas, `createClient<typeof notes>(plain)` takes what `withoutSchemas(notes)` gave.
 */
export function createClient<D extends Endpoints>(endpoints: D, options?: ClientOptions): Client<D>
export function createClient<D extends Endpoints = never>(
  endpoints: PlainEndpoints<NoInfer<D>>,
  options?: Omit<ClientOptions, 'validate'>,
): Client<D>
export function createClient(endpoints: object, options: ClientOptions = {}): object {
  const client: Record<string, unknown> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    client[name] = (parts: Parts = {}, own: ClientOptions = {}) =>
      call(endpoint, parts, { ...options, ...own, headers: [options.headers, own.headers] })
  }
  return client
}
