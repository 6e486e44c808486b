import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { endpoint } from './index.ts'
import { InputError } from './server.ts'
import { answerOf, json, saveNote, serving } from './serving.test.helper.ts'

describe('requests to endpoints', () => {
  test('a handler gets params, query, headers and cookies as the output of their schemas', async () => {
    const described = endpoint({
      method: 'GET',
      path: '/notes/{id}',
      params: z.object({ id: z.coerce.number().int() }),
      query: z.object({ sort: z.enum(['asc', 'desc']).default('asc') }),
      headers: z.object({ 'x-tenant': z.string() }),
      cookies: z.object({ theme: z.string() }),
      responses: { 200: z.unknown() },
    })
    const app = serving(described, ({ params, query, headers, cookies, body }) => {
      expectTypeOf(params).toEqualTypeOf<{ id: number }>()
      expectTypeOf(query).toEqualTypeOf<{ sort: 'asc' | 'desc' }>()
      expectTypeOf(body).toEqualTypeOf<undefined>()
      return { params, query, headers, cookies }
    })
    const headers = { 'X-Tenant': 'acme', cookie: 'theme=dark%20blue; other=1' }
    expect(await answerOf(app.request('/notes/7', { headers }))).toMatchObject({
      body: {
        params: { id: 7 },
        query: { sort: 'asc' },
        headers: { 'x-tenant': 'acme' },
        cookies: { theme: 'dark blue' },
      },
    })
    expect(await answerOf(app.request('/notes/seven?sort=up'))).toMatchObject({
      status: 422,
      body: {
        errors: [
          { in: 'params', path: ['id'] },
          { in: 'query', path: ['sort'] },
          { in: 'headers', path: ['x-tenant'] },
          { in: 'cookies', path: ['theme'] },
        ],
      },
    })
  })

  test('a handler gets a repeated key of the query as a list, and a single key as a string if the schema accepts a string', async () => {
    const query = z.object({
      text: z.string().optional(),
      list: z.array(z.coerce.number()).default([]),
      either: z.union([z.string(), z.array(z.string())]).optional(),
    })
    const app = serving(endpoint({ method: 'GET', path: '/', query, responses: { 200: z.unknown() } }), (c) => c.query)
    const asked = async (search: string) => (await answerOf(app.request(`/${search}`))).body
    expect(await asked('?text=a&list=1&either=b')).toEqual({ text: 'a', list: [1], either: 'b' })
    expect(await asked('?list=1&list=2&either=b&either=c')).toEqual({ list: [1, 2], either: ['b', 'c'] })
    expect(await asked('')).toEqual({ list: [] })
    expect(await asked('?text=a&text=b&list=x')).toMatchObject({
      errors: [
        { in: 'query', path: ['text'] },
        { in: 'query', path: ['list', 0] },
      ],
    })
    expect(await asked('?__proto__=1')).toMatchObject({ status: 400, errors: [{ in: 'query', path: [] }] })
  })

  test('the handler is called only after an asynchronous schema has accepted the request', async () => {
    const later = z.string().refine(async (text) => text !== 'ada', 'is taken')
    const described = endpoint({
      method: 'POST',
      path: '/',
      query: z.object({ name: later }),
      body: z.object({ name: later }),
      responses: { 200: z.object({ name: later }) },
    })
    const app = serving(described, ({ body }) => body)
    expect(await answerOf(app.request('/?name=a', json({ name: 'b' })))).toMatchObject({
      status: 200,
      body: { name: 'b' },
    })
    expect(await answerOf(app.request('/?name=ada', json({ name: 'ada' })))).toMatchObject({
      status: 422,
      body: { errors: [{ in: 'query', message: 'is taken' }, { in: 'body' }] },
    })
    expect(await answerOf(app.request('/?name=ada', { ...json(1), body: '{' }))).toMatchObject({ status: 400 })
  })

  test('a request is answered with 400 if its body cannot be parsed, and with 415 if its media type is not the described one', async () => {
    const app = serving(saveNote, ({ body }) => body)
    const unreadable = await answerOf(app.request('/notes', { ...json(0), body: '{"id": ' }))
    expect(unreadable).toMatchObject({ status: 400, body: { errors: [{ in: 'body', path: [] }] } })
    for (const type of ['text/plain', 'application/jsonx', 'nonsense', 'application/json; charset=latin1']) {
      const response = await app.request('/notes', { method: 'POST', body: '{}', headers: { 'content-type': type } })
      expect([response.status, response.headers.get('accept')]).toEqual([415, 'application/json'])
      expect(await response.json()).toMatchObject({ errors: [{ in: 'body', path: [] }] })
    }
    const headers = { 'content-type': 'Application/JSON;charset="utf-8"' }
    const fine = await app.request('/notes', { method: 'POST', body: '{"id":1,"title":"a"}', headers })
    expect(fine.status).toBe(200)
  })

  test.each(['{"__proto__":{"a":1}}', '{"\\u005f_proto__":1}', '{"constructor":{"prototype":{}}}'])(
    'a body with a key that leads to a prototype is answered with 400: %s',
    async (body) => {
      const described = endpoint({ method: 'POST', path: '/', body: z.looseObject({}), responses: { 204: null } })
      const app = serving(described, () => undefined)
      expect((await app.request('/', { ...json(0), body })).status).toBe(400)
    },
  )

  test('middleware that catches an InputError can answer in a format of its own; if none does, the response is plain text', async () => {
    const own = serving(
      saveNote,
      ({ body }) => body,
      [],
      async (request, handler) => {
        try {
          return await handler(request)
        } catch (error) {
          return new Response(InputError.is(error) ? JSON.stringify(error.errors) : 'other')
        }
      },
    )
    expect((await answerOf(own.request('/notes', json({ id: 1 })))).body).toBe(
      '[{"in":"body","path":["title"],"message":"Invalid input: expected string, received undefined"}]',
    )
    const plain = serving(
      saveNote,
      ({ body }) => body,
      [],
      (request, handler) => handler(request),
    )
    expect(await answerOf(plain.request('/notes', json({ id: 1 })))).toMatchObject({
      status: 422,
      body: 'body title: Invalid input: expected string, received undefined',
    })
  })
})
