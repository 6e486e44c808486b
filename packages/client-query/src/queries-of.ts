import { CallError, type SuccessData } from '@app/client/unwrap'
import type { DataTag, MutationObserverOptions, QueryObserverOptions } from '@tanstack/query-core'

/** The result of a call of any endpoint. */
interface AnyResult {
  readonly ok: boolean
  readonly status: number
  readonly data: unknown
}

type AnyCall = (request: never, options?: { readonly signal?: AbortSignal }) => Promise<AnyResult>

/** The type of the error that a query throws for a response that is not a success. */
export type FailureOf<A extends AnyResult> = CallError<Exclude<A, { readonly ok: true }>>

/**
 * The key of a query or a mutation: the names that lead to the call in the client, such as `notes` and `read`, and the
 * request if there is one.
 */
export type CallKey = readonly unknown[]

/** TanStack's options for one call. The request may be left out if the call takes none. */
export interface CallQueries<R, A extends AnyResult> {
  /** Makes the options of a query: `useQuery(queries.notes.read.queryOptions({ params: { id } }))`. */
  queryOptions(...request: undefined extends R ? [request?: R] : [request: R]): QueryObserverOptions<
    SuccessData<A>,
    FailureOf<A>
  > & {
    readonly queryKey: DataTag<CallKey, SuccessData<A>, FailureOf<A>>
  }
  /**
   * Makes the options of a mutation, whose variables are the request:
   * `useMutation(queries.notes.create.mutationOptions())`.
   */
  mutationOptions(): MutationObserverOptions<SuccessData<A>, FailureOf<A>, R>
  /**
   * Returns the key with which the keys of all queries of the call begin, or with `request` the key of one query, for
   * example to invalidate them.
   */
  key(request?: R): CallKey
}

/** TanStack's options for all calls of a client, under the same groups and names as the calls. */
export type QueriesOf<C> = {
  readonly [K in keyof C]: C[K] extends (request: infer R, options?: never) => Promise<infer A extends AnyResult>
    ? CallQueries<R, A>
    : C[K] extends (request?: infer R, options?: never) => Promise<infer A extends AnyResult>
      ? CallQueries<R | undefined, A>
      : QueriesOf<C[K]>
}

/**
 * Makes TanStack Query's options for the calls of a client, in the shape of the client: `queriesOf(createClient(api))`.
 *
 * The data of a response with a status from 200 to 299 is the data of the query; any other response is thrown as a
 * `CallError`. TanStack's signal aborts the call. A query is not retried by TanStack, since the client retries calls. A
 * key begins with the names that lead to the call, such as `['notes', 'read']`, so that `['notes']` matches all queries
 * of that group.
 *
 * @example
 * const api = contract({
 *   notes: { read: endpoint({ method: 'GET', path: '/notes/{id}', responses: { 200: textContent() } }) },
 * })
 * const queries = queriesOf(createClient(api, { baseUrl: 'https://notes.example' }))
 * const { data } = useQuery(queries.notes.read.queryOptions({ params: { id: 1 } }))
 */
export function queriesOf<const C extends object>(client: C): QueriesOf<C> {
  return queriesIn(client as Calls, []) as QueriesOf<C>
}

interface Calls {
  readonly [name: string]: Calls | AnyCall
}

function queriesIn(client: Calls, place: readonly string[]): object {
  const all = Object.entries(client).map(([name, part]) => {
    const key = [...place, name]
    return [name, typeof part === 'function' ? queriesFor(part, key) : queriesIn(part, key)]
  })
  return Object.fromEntries(all)
}

function queriesFor(call: AnyCall, place: readonly string[]): CallQueries<unknown, AnyResult> {
  const send = async (request: unknown, options: { readonly signal?: AbortSignal }): Promise<never> => {
    const answer = await call(request as never, options)
    // TanStack refuses undefined as the data of a query, so a response without a body is null.
    if (answer.ok) return (answer.data ?? null) as never
    throw new CallError(place.join('.'), answer)
  }
  const key = (request?: unknown): CallKey => (request === undefined ? place : [...place, request])
  return {
    key,
    queryOptions: (request) => ({
      queryKey: key(request) as never,
      queryFn: ({ signal }) => send(request, { signal }),
      retry: false,
    }),
    mutationOptions: () => ({ mutationKey: place, mutationFn: (request) => send(request, {}) }),
  }
}
