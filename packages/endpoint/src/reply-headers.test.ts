import { expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint } from './index.ts'
import { ReplyError } from './server.ts'
import { json, Note, serving } from './serving.test.helper.ts'

const create = endpoint({
  method: 'POST',
  path: '/notes',
  body: Note,
  responses: {
    201: {
      content: Note,
      headers: z.object({ location: z.string(), 'x-left': z.coerce.number().max(10), etag: z.string().optional() }),
    },
    303: { content: null, headers: z.object({ location: z.url() }) },
  },
})

test('a response has the headers that are described, with numbers as strings, and may have further headers', async () => {
  const app = serving(create, ({ body, respond }) =>
    respond(201, body, { headers: { location: '/notes/1', 'x-left': 2, etag: undefined, 'x-own': 'a' } }),
  )
  const { headers } = await app.request('/notes', json({ id: 1, title: 'a' }))
  expect(['location', 'x-left', 'etag', 'x-own'].map((name) => headers.get(name))).toEqual(['/notes/1', '2', null, 'a'])
})

test.each([
  [
    'is missing',
    {},
    /POST \/notes: the headers of the answer 201 .* At location: .*respond\(201, value, { headers }\)/,
  ],
  ['does not fit', { location: '/', 'x-left': 11 }, /At x-left: Too big/],
])(
  'if a described header %s, the response is a 500, and the error names the header',
  async (_what, headers, message) => {
    const errors: unknown[] = []
    const app = serving(create, ({ body, respond }) => respond(201, body, { headers: headers as never }), errors)
    expect((await app.request('/notes', json({ id: 1, title: 'a' }))).status).toBe(500)
    expect(errors.map(ReplyError.is)).toEqual([true])
    expect(`${errors[0]}`).toMatch(message)
  },
)

test('if a response requires headers, neither respond() without the headers nor a plain value compiles', () => {
  const read = endpoint({
    method: 'GET',
    path: '/',
    responses: { 200: { content: Note, headers: z.object({ etag: z.string(), age: z.string().optional() }) } },
  })
  const loose = endpoint({
    method: 'GET',
    path: '/',
    responses: { 200: { content: Note, headers: z.object({ etag: z.string().optional() }) } },
  })
  const note = { id: 1, title: 'a' }
  serving(read, ({ respond }) => respond(200, note, { headers: { etag: '"1"' } }))
  serving(loose, () => note)
  serving(loose, ({ respond }) => respond(200, note))
  // @ts-expect-error: the answer has to have an etag
  serving(read, ({ respond }) => respond(200, note))
  // @ts-expect-error: the answer has to have an etag
  serving(read, ({ respond }) => respond(200, note, { headers: { age: '1' } }))
  // @ts-expect-error: a plain value has no headers, and the answer has to have an etag
  serving(read, () => note)
  // @ts-expect-error: a header is a string
  serving(loose, ({ respond }) => respond(200, note, { headers: { etag: {} } }))
})
