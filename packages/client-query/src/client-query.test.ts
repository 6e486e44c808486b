import { createClient } from '@app/client'
import { CallError } from '@app/client/unwrap'
import { contract, endpoint } from '@app/endpoint'
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { queriesOf } from './index.ts'

const Note = z.object({ id: z.int(), title: z.string() })
const api = contract({
  notes: {
    list: endpoint({ method: 'GET', path: '/notes', responses: { 200: z.array(Note) } }),
    read: endpoint({
      method: 'GET',
      path: '/notes/{id}',
      responses: { 200: Note, 404: z.object({ message: z.string() }) },
    }),
    create: endpoint({
      method: 'POST',
      path: '/notes',
      body: z.object({ title: z.string() }),
      responses: { 201: Note, 409: z.object({ message: z.string() }) },
    }),
    remove: endpoint({ method: 'DELETE', path: '/notes/{id}', responses: { 204: null } }),
  },
})

/** Makes the queries of a client whose answers come from a function, and TanStack's query client. */
function queriesWith(fetch: (request: Request) => Response | Promise<Response>) {
  return { queries: queriesOf(createClient(api, { fetch, retries: 0 })), client: new QueryClient() }
}

const NOTE = { id: 7, title: 'Tea' }

test('a query has the data of a successful response with its type, and its key begins with the names that lead to the call', async () => {
  const { queries, client } = queriesWith(() => Response.json(NOTE))
  const options = queries.notes.read.queryOptions({ params: { id: '7' } })

  const note = await client.fetchQuery(options)

  expectTypeOf(note).toEqualTypeOf<{ id: number; title: string }>()
  expect(note).toEqual(NOTE)
  expect(options.queryKey).toEqual(['notes', 'read', { params: { id: '7' } }])
  expect(client.getQueryData(options.queryKey)?.title).toBe('Tea')
  expect(queries.notes.list.queryOptions().queryKey).toEqual(['notes', 'list'])
  expect(queries.notes.read.key()).toEqual(['notes', 'read'])
})

test('for a response that is not a success, a query fails with an error that has the response, typed by status, and is not retried', async () => {
  let calls = 0
  const { queries, client } = queriesWith(() => {
    calls++
    return Response.json({ message: 'gone' }, { status: 404 })
  })
  const observer = new QueryObserver(client, queries.notes.read.queryOptions({ params: { id: '7' } }))
  const { error } = await observer.refetch()

  expect(error).toSatisfy(CallError.is)
  expect(error?.message).toBe('notes.read was answered with 404')
  if (error?.result.status === 404 && !error.result.problem)
    expectTypeOf(error.result.data).toEqualTypeOf<{ message: string }>()
  expect(error?.result.data).toEqual({ message: 'gone' })
  expect(calls).toBe(1)
})

test('a mutation takes the request as its variables', async () => {
  const { queries, client } = queriesWith(async (request) =>
    Response.json({ id: 7, ...((await request.json()) as object) }, { status: 201 }),
  )
  const observer = new MutationObserver(client, queries.notes.create.mutationOptions())

  const note = await observer.mutate({ body: { title: 'Tea' } })

  expectTypeOf(note.title).toEqualTypeOf<string>()
  expect(note).toEqual(NOTE)
  // @ts-expect-error the param id is missing
  queriesWith(() => Response.json(NOTE)).queries.notes.read.queryOptions({ params: {} })
})

test('the key of a group matches all queries of the group, and the data of a response without a body is null', async () => {
  const { queries, client } = queriesWith(({ method }) =>
    method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json([NOTE]),
  )
  await client.fetchQuery(queries.notes.list.queryOptions())
  await client.invalidateQueries({ queryKey: ['notes'] })
  expect(client.getQueryState(queries.notes.list.key())?.isInvalidated).toBe(true)

  const observer = new MutationObserver(client, queries.notes.remove.mutationOptions())
  expect(await observer.mutate({ params: { id: '7' } })).toBe(null)
})

test('a query that is cancelled aborts its call', async () => {
  const ended = Promise.withResolvers<void>()
  const { queries, client } = queriesWith(
    ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          ended.resolve()
          reject(signal.reason)
        })
      }),
  )
  const observer = new QueryObserver(client, queries.notes.list.queryOptions())
  const leave = observer.subscribe(() => undefined)
  await Promise.resolve()
  leave()
  await ended.promise
})
