import { Application } from '@app/core'
import { type Contract, contract, endpoint } from '@app/endpoint'
import { ENDPOINT, type HandlersOf, implementAll } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { createClient, withoutSchemas } from './index.ts'

const Note = z.object({ id: z.int(), title: z.string() })
const api = contract({
  ping: endpoint({ method: 'GET', path: '/ping', responses: { 204: null } }),
  notes: {
    read: endpoint({ method: 'GET', path: '/notes/{id}', responses: { 200: Note, 404: null } }),
    // The description of an endpoint has the keys `path` and `method` too, so a client could take this group for an
    // endpoint.
    path: {
      method: endpoint({ method: 'POST', path: '/notes', body: Note.omit({ id: true }), responses: { 201: Note } }),
    },
  },
})

const handlers: HandlersOf<typeof api> = {
  ping: () => undefined,
  notes: {
    read: ({ params, respond }) => (params.id === '7' ? { id: 7, title: 'Tea' } : respond(404)),
    path: { method: ({ body }) => ({ id: 8, title: body.title }) },
  },
}

function serving(): Application {
  const app = new Application({ router: new FindMyWayRouter() })
  for (const route of implementAll(api, handlers)) app.route(route)
  return app
}

describe('a contract', () => {
  test('the handlers of a contract, and the calls of its client, have the same groups and names as the contract', async () => {
    const client = createClient(api, { fetch: serving().fetch })
    expect((await client.ping()).status).toBe(204)
    const read = await client.notes.read({ params: { id: 7 } })
    if (read.status === 200) expectTypeOf(read.data).toEqualTypeOf<{ id: number; title: string }>()
    expect([read.status, read.data]).toEqual([200, { id: 7, title: 'Tea' }])
    expect((await client.notes.read({ params: { id: 1 } })).status).toBe(404)
    const created = await client.notes.path.method({ body: { title: 'Milk' } })
    expect([created.status, created.data]).toEqual([201, { id: 8, title: 'Milk' }])
  })

  test('contract() returns the tree of endpoints that it was given, and freezes the tree', () => {
    expect(Object.isFrozen(api.notes.path)).toBe(true)
    const [ping, read] = implementAll(api, handlers)
    expect([ping?.metadata(ENDPOINT), read?.metadata(ENDPOINT)]).toEqual([api.ping, api.notes.read])
    expectTypeOf(api.notes.read.path).toEqualTypeOf<'/notes/{id}'>()
  })

  test.each([
    ['a schema of zod', Note],
    ['a schema of valibot', v.object({ id: v.number() })],
    ['a schema of arktype', type({ id: 'number' })],
    ['a string', 'note'],
    ['a function', () => undefined],
    ['null', null],
    ['undefined', undefined],
  ])('createClient() and withoutSchemas() refuse %s among the endpoints by its name', (_what, note) => {
    const wrong = { notes: { read: api.notes.read, note } } as never
    const uses: readonly ((endpoints: never) => unknown)[] = [createClient, withoutSchemas]
    for (const use of uses) expect(() => use(wrong)).toThrow(new TypeError('"note" is neither an endpoint nor a group'))
  })

  test('withoutSchemas() reduces a contract to JSON with the same groups and names, from which a client can be made', async () => {
    const plain = JSON.parse(JSON.stringify(withoutSchemas(api)))
    expect(plain.notes.path.method).toMatchObject({ method: 'POST', path: '/notes', body: { kind: 'json' } })
    const client = createClient<typeof api>(plain, { fetch: serving().fetch })
    expect((await client.notes.read({ params: { id: 7 } })).data).toEqual({ id: 7, title: 'Tea' })
  })

  test('the compiler refuses calls that the contract does not have, and handlers that do not fit the contract', () => {
    const mistakes = async () => {
      const client = createClient(api)
      // @ts-expect-error: there is no such call
      await client.notes.write()
      // @ts-expect-error: a group is not a call
      await client.notes()
      // @ts-expect-error: "read" and "path" are missing
      implementAll(api, { ping: () => undefined, notes: {} })
      // @ts-expect-error: the answer lacks its id
      implementAll(api, { ...handlers, notes: { ...handlers.notes, read: () => ({ title: 'a' }) } })
      // @ts-expect-error: the contract has no "pong"
      implementAll(api, { ...handlers, pong: () => undefined })
      // @ts-expect-error: a schema is not an endpoint
      contract({ Note })
    }
    expect(typeof mistakes).toBe('function')
  })

  test.each<[string, () => unknown]>([
    [
      'implementAll(): there is no handler for notes.path.method.',
      () => implementAll(api, { ...handlers, notes: { ...handlers.notes, path: {} as never } }),
    ],
    [
      'implementAll(): there is no handler for notes.',
      () => implementAll(api, { ping: handlers.ping } as HandlersOf<typeof api>),
    ],
    [
      'implementAll(): the contract has no notes.write.',
      () => implementAll(api, { ...handlers, notes: { ...handlers.notes, write: () => undefined } as never }),
    ],
    [
      'contract(): notes.Note is neither an endpoint nor a group. Write endpoint({ … })',
      () => contract({ notes: { Note } } as unknown as Contract),
    ],
  ])('contract() and implementAll() throw an error for a mistake: %s', (message, make) => {
    expect(make).toThrow(new TypeError(message))
  })
})
