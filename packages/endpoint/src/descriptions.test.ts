import * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { bytesContent, type EndpointDescription, endpoint } from './index.ts'
import { ENDPOINT, type EndpointHandler, handlerFor, implement } from './server.ts'
import { Note, saveNote, serving } from './serving.test.helper.ts'

describe('handlers of endpoints', () => {
  test('a handler does not compile with a status that is not described, or with a value that does not fit', () => {
    // @ts-expect-error: 404 is not described
    handlerFor(saveNote, ({ respond }) => respond(404))
    // @ts-expect-error: the body of 200 has an id
    handlerFor(saveNote, ({ respond }) => respond(200, { title: 'a' }))
    // @ts-expect-error: `respond` needs the value of the described body
    handlerFor(saveNote, ({ respond }) => respond(409))
    // @ts-expect-error: a plain value needs the id and the title of 200, the only status from 200 to 299
    handlerFor(saveNote, async () => ({ id: 1 }))
    // @ts-expect-error: a handler has to return the described value
    handlerFor(saveNote, () => undefined)
    const two = endpoint({ method: 'GET', path: '/', responses: { 200: Note, 201: Note } })
    // @ts-expect-error: with 200 and 201 described, a plain value has no certain status
    handlerFor(two, () => ({ id: 1, title: 'a' }))
    // @ts-expect-error: there is no param "note"
    handlerFor(endpoint({ method: 'GET', path: '/{id}', responses: { 200: z.string() } }), (c) => c.params.note)
    handlerFor(endpoint({ method: 'GET', path: '/{id}', responses: { 204: null } }), async () => {})
    handlerFor(two, ({ respond }) => respond(201, { id: 1, title: 'a' }))
  })

  test('if two statuses from 200 to 299 are described, a handler that returns a plain value causes an error at run time', async () => {
    const two = endpoint({ method: 'GET', path: '/', responses: { 200: Note, 201: Note } })
    const errors: unknown[] = []
    const handler: unknown = () => ({ id: 1, title: 'a' })
    await serving(two, handler as EndpointHandler<typeof two>, errors).request('/')
    expect(String(errors[0])).toContain('2 successes are described. Return respond(status, value).')
  })
})

describe('descriptions of endpoints', () => {
  test('the description of an endpoint is metadata of its route, and gives the route its path, name and method', () => {
    const route = implement(saveNote, ({ body }) => body)
    expectTypeOf(route.path).toEqualTypeOf<'/notes'>()
    expect([route.metadata(ENDPOINT), route.name, route.methods]).toEqual([saveNote, 'note.save', ['POST']])
  })

  test.each<[string, unknown]>([
    ['"query" is a schema of a Standard Schema library, got object.', { query: {} }],
    ['"body" is a schema, or the result of formContent(schema) or a similar function.', { method: 'POST', body: {} }],
    ['a request with GET has no body. Describe its query.', { body: Note }],
    ["a response's status is an integer from 200 to 599, got 100.", { responses: { 100: Note } }],
    ["a response's status is an integer from 200 to 599, got 4XX.", { responses: { '4XX': Note } }],
    [
      '"params" has "idd", which is not a placeholder of the path. There are id, page.',
      { path: '/{id}[/{page}]', params: z.object({ id: z.string(), idd: z.string() }) },
    ],
    [
      '"params" has "id", which is not a placeholder of the path. It has none.',
      { params: v.object({ id: v.optional(v.string()) }) },
    ],
    ['a response with status 204 has no body. Write null in place of a schema.', { responses: { 204: Note } }],
    ['the response 200 needs one media type, got image/*.', { responses: { 200: bytesContent({ type: 'image/*' }) } }],
    ['"responses" describes no status.', { responses: {} }],
  ])('a description that cannot be served is an error: %s', (message, parts) => {
    const description = { method: 'GET', path: '/', responses: { 204: null }, ...(parts as object) }
    const attempt = () => handlerFor(description as EndpointDescription, () => undefined as never)
    expect(attempt).toThrow(expect.objectContaining({ code: 'APP_ENDPOINT' }))
    expect(attempt).toThrow(message)
  })
})
