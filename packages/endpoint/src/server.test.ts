import { Application, type Middleware, redirect } from '@app/core'
import { problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import {
  type EndpointDescription,
  endpoint,
  eventContent,
  formContent,
  multipartContent,
  octetContent,
  streamContent,
  textContent,
} from './index.ts'
import {
  ENDPOINT,
  EndpointError,
  type EndpointHandler,
  handlerFor,
  InputError,
  implement,
  ReplyError,
} from './server.ts'

function serving<const D extends EndpointDescription>(
  description: D,
  handler: EndpointHandler<D>,
  errors: unknown[] = [],
  front: Middleware = problemDetails({ listeners: [(error) => errors.push(error)] }).process,
): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) }).pipe(front)
  app.route(implement(description, handler))
  return app
}

async function answerOf(asked: Response | Promise<Response>) {
  const response = await asked
  const text = await response.text()
  const type = response.headers.get('content-type')
  return {
    status: response.status,
    type,
    body: text !== '' && type?.includes('json') ? (JSON.parse(text) as unknown) : text,
  }
}

const json = (body: unknown) => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

const Note = z.object({ id: z.int(), title: z.string() })
const saveNote = endpoint({
  method: 'POST',
  path: '/notes',
  name: 'note.save',
  body: Note,
  responses: { 200: Note, 409: z.object({ message: z.string() }) },
})

describe('a request', () => {
  test('has params, query, headers and cookies, each as its schema gives it', async () => {
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

  test('has a repeated key of the query as a list, and one that occurs once as a text where the schema takes one', async () => {
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

  test('whose schema is asynchronous is waited for', async () => {
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

  test('with a body that cannot be read is 400, and 415 with another media type', async () => {
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
    'that names a prototype is 400: %s',
    async (body) => {
      const described = endpoint({ method: 'POST', path: '/', body: z.looseObject({}), responses: { 204: null } })
      const app = serving(described, () => undefined)
      expect((await app.request('/', { ...json(0), body })).status).toBe(400)
    },
  )

  test('answers by the error handling that is there: an own format, or the plain text', async () => {
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

describe('a body', () => {
  test('may be a form, whose fields are texts and lists', async () => {
    const body = formContent(z.object({ name: z.string(), tags: z.array(z.string()) }))
    const app = serving(endpoint({ method: 'POST', path: '/', body, responses: { 200: z.unknown() } }), (c) => c.body)
    const post = (form: string) => app.request('/', { method: 'POST', body: new URLSearchParams(form) })
    expect(await answerOf(post('name=a+b&tags=x'))).toMatchObject({ body: { name: 'a b', tags: ['x'] } })
    expect(await answerOf(post('name=a&name=b'))).toMatchObject({
      status: 422,
      body: { errors: [{ path: ['name'] }, { path: ['tags'] }] },
    })
  })

  test('may be multipart, with files', async () => {
    const body = multipartContent(z.object({ title: z.string(), file: z.file().max(10).mime(['text/plain']) }))
    const described = endpoint({ method: 'POST', path: '/', body, responses: { 200: z.array(z.string()) } })
    const app = serving(described, async ({ body: { title, file } }) => [title, file.name, await file.text()])
    const post = (content: string) => {
      const form = new FormData()
      form.set('title', 'Tea')
      form.set('file', new File([content], 'tea.txt', { type: 'text/plain' }))
      return app.request('/', { method: 'POST', body: form })
    }
    expect(await answerOf(post('green'))).toMatchObject({ body: ['Tea', 'tea.txt', 'green'] })
    expect(await answerOf(post('much too long'))).toMatchObject({ status: 422, body: { errors: [{ path: ['file'] }] } })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await app.request('/', { method: 'POST', body: 'no form', headers })).status).toBe(400)
  })

  test('may be text, octets of a range of types, or a stream', async () => {
    const given = { 200: z.unknown() }
    const post = (app: Application, body: string, type: string) =>
      answerOf(app.request('/', { method: 'POST', body, headers: { 'content-type': type } }))

    const text = serving(
      endpoint({ method: 'POST', path: '/', body: textContent(z.string().max(5)), responses: given }),
      (c) => c.body,
    )
    expect((await post(text, 'größe', 'text/plain; charset=utf-8')).body).toBe('größe')
    expect((await post(text, 'too long', 'text/plain')).status).toBe(422)

    const image = octetContent({ type: 'image/*' })
    const octets = serving(endpoint({ method: 'POST', path: '/', body: image, responses: given }), ({ body }) => [
      ...body,
    ])
    expect((await post(octets, 'ab', 'image/png')).body).toEqual([97, 98])
    expect((await post(octets, 'ab', 'text/plain')).status).toBe(415)

    const described = endpoint({ method: 'POST', path: '/', body: streamContent(), responses: given })
    const stream = serving(described, async ({ body }) => {
      expectTypeOf(body).toEqualTypeOf<ReadableStream<Uint8Array>>()
      return (await new Response(body).text()).length
    })
    expect((await post(stream, 'abc', 'application/octet-stream')).body).toBe(3)
    expect(await answerOf(stream.request('/', { method: 'POST' }))).toMatchObject({ body: 0 })
  })
})

describe('an answer', () => {
  test('is what respond() says, with headers', async () => {
    const app = serving(saveNote, ({ body, respond }) =>
      body.id === 1 ? respond(409, { message: 'Taken' }, { headers: { 'retry-after': '1' } }) : body,
    )
    const refused = await app.request('/notes', json({ id: 1, title: 'a' }))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([409, '1'])
    expect(await refused.json()).toEqual({ message: 'Taken' })
    expect(await answerOf(app.request('/notes', json({ id: 2, title: 'a' })))).toMatchObject({ status: 200 })
  })

  test('may have no body, and a handler that returns nothing gives it', async () => {
    const remove = endpoint({ method: 'DELETE', path: '/', responses: { 204: null, 404: null } })
    const app = serving(remove, ({ request, respond }) => (request.query.has('gone') ? respond(404) : undefined))
    expect(await answerOf(app.request('/', { method: 'DELETE' }))).toEqual({ status: 204, type: null, body: '' })
    expect((await app.request('/?gone', { method: 'DELETE' })).status).toBe(404)
  })

  test('has the head of GET for HEAD', async () => {
    const app = serving(endpoint({ method: 'GET', path: '/', responses: { 200: z.string() } }), () => 'long')
    expect(await answerOf(app.request('/', { method: 'HEAD' }))).toEqual({
      status: 200,
      type: 'application/json',
      body: '',
    })
  })

  test('may be a Response, such as a redirect', async () => {
    const app = serving(saveNote, () => redirect('/elsewhere', 303))
    expect((await app.request('/notes', json({ id: 1, title: 'a' }))).headers.get('location')).toBe('/elsewhere')
  })

  test('may be text, octets, a stream or events', async () => {
    const described = endpoint({
      method: 'GET',
      path: '/{kind}',
      responses: {
        200: textContent(undefined, { type: 'text/csv' }),
        201: octetContent({ type: 'image/png' }),
        202: streamContent(),
        203: eventContent(z.object({ step: z.number() })),
        400: z.string(),
      },
    })
    const app = serving(described, ({ params: { kind }, respond }) => {
      if (kind === 'text') return respond(200, 'a,b')
      if (kind === 'octets') return respond(201, new Uint8Array([1, 2]))
      if (kind === 'stream') return respond(202, new Blob(['abc']).stream())
      return respond(203, steps())
    })
    async function* steps() {
      yield { data: { step: 1 }, event: 'begun', id: 'a' }
      yield { data: { step: 2 }, retry: 100 }
    }
    expect(await answerOf(app.request('/text'))).toEqual({ status: 200, type: 'text/csv; charset=utf-8', body: 'a,b' })
    expect(await answerOf(app.request('/octets'))).toMatchObject({
      status: 201,
      type: 'image/png',
      body: '\u0001\u0002',
    })
    expect(await answerOf(app.request('/stream'))).toMatchObject({ status: 202, body: 'abc' })
    expect(await answerOf(app.request('/events'))).toEqual({
      status: 203,
      type: 'text/event-stream',
      body: ':\n\nevent: begun\nid: a\ndata: {"step":1}\n\nretry: 100\ndata: {"step":2}\n\n',
    })
  })

  test('of events ends its source when the client leaves', async () => {
    let ended = false
    async function* endless() {
      try {
        for (let step = 0; ; step++) yield { data: step }
      } finally {
        ended = true
      }
    }
    const described = endpoint({ method: 'GET', path: '/', responses: { 200: eventContent(z.number()) } })
    const reader = (await serving(described, endless).request('/')).body?.getReader()
    const read = async () => new TextDecoder().decode((await reader?.read())?.value)
    expect([await read(), await read()]).toEqual([expect.stringMatching(/^:/), 'data: 0\n\n'])
    await reader?.cancel()
    await expect.poll(() => ended).toBe(true)
  })
})

describe('in development and tests, an answer', () => {
  const dated = endpoint({ method: 'GET', path: '/', name: 'dated', responses: { 200: z.object({ at: z.date() }) } })

  async function mistake<const D extends EndpointDescription>(description: D, handler: EndpointHandler<D>) {
    const errors: unknown[] = []
    const response = await serving(description, handler, errors).request('/')
    expect([response.status, errors.length]).toEqual([500, 1])
    expect(errors[0]).toBeInstanceOf(ReplyError)
    return (errors[0] as Error).message
  }

  test('that does not fit its schema is an error that names the endpoint and the place', async () => {
    const described = endpoint({ method: 'GET', path: '/', responses: { 200: Note } })
    const given: unknown = { id: 'one', title: 'a' }
    expect(await mistake(described, () => given as z.infer<typeof Note>)).toBe(
      'Endpoint GET /: the answer 200 is not as it is described. At id: Invalid input: expected number, received string.',
    )
  })

  test('that JSON changes is one, such as a date', async () => {
    expect(await mistake(dated, () => ({ at: new Date() }))).toContain('(dated): the answer 200 is not as it is')
  })

  test('with a key that its schema does not know is one, which would show what nobody described', async () => {
    const described = endpoint({ method: 'GET', path: '/', responses: { 200: z.array(Note) } })
    const row = { id: 1, title: 'a', passwordHash: 'x' }
    expect(await mistake(described, () => [row])).toContain('At 0.passwordHash: the schema gives back something else')
  })

  test('is not checked where checkReplies is false', async () => {
    const handler = handlerFor(dated, () => ({ at: new Date(0) }), { checkReplies: false })
    const app = new Application().pipe(handler)
    expect(await answerOf(app.request('/'))).toMatchObject({ status: 200, body: { at: '1970-01-01T00:00:00.000Z' } })
  })

  test('of a status that is not described is an error on every machine', async () => {
    const errors: unknown[] = []
    const handler: unknown = ({ respond }: { respond: (status: number) => unknown }) => respond(500)
    await serving(saveNote, handler as EndpointHandler<typeof saveNote>, errors).request(
      '/notes',
      json({ id: 1, title: 'a' }),
    )
    expect(String(errors[0])).toBe(
      'EndpointError: Endpoint POST /notes (note.save): the status 500 is not described. There are 200, 409.',
    )
  })
})

describe('a handler', () => {
  test('does not compile with a status that is not described, or with another value', () => {
    // @ts-expect-error: 404 is not described
    handlerFor(saveNote, ({ respond }) => respond(404))
    // @ts-expect-error: the body of 200 has an id
    handlerFor(saveNote, ({ respond }) => respond(200, { title: 'a' }))
    // @ts-expect-error: a value has to be given
    handlerFor(saveNote, ({ respond }) => respond(409))
    // @ts-expect-error: the one success has an id and a title
    handlerFor(saveNote, async () => ({ id: 1 }))
    // @ts-expect-error: it returns nothing
    handlerFor(saveNote, () => undefined)
    const two = endpoint({ method: 'GET', path: '/', responses: { 200: Note, 201: Note } })
    // @ts-expect-error: there are two successes
    handlerFor(two, () => ({ id: 1, title: 'a' }))
    // @ts-expect-error: there is no param "note"
    handlerFor(endpoint({ method: 'GET', path: '/{id}', responses: { 200: z.string() } }), (c) => c.params.note)
    handlerFor(endpoint({ method: 'GET', path: '/{id}', responses: { 204: null } }), async () => {})
    handlerFor(two, ({ respond }) => respond(201, { id: 1, title: 'a' }))
  })

  test('of two successes has to say which, also where nothing is compiled', async () => {
    const two = endpoint({ method: 'GET', path: '/', responses: { 200: Note, 201: Note } })
    const errors: unknown[] = []
    const handler: unknown = () => ({ id: 1, title: 'a' })
    await serving(two, handler as EndpointHandler<typeof two>, errors).request('/')
    expect(String(errors[0])).toContain('2 successes are described. Return respond(status, value).')
  })
})

describe('a description', () => {
  test('is the metadata of its route', () => {
    const route = implement(saveNote, ({ body }) => body)
    expectTypeOf(route.path).toEqualTypeOf<'/notes'>()
    expect([route.metadata(ENDPOINT), route.name, route.methods]).toEqual([saveNote, 'note.save', ['POST']])
  })

  test.each<[string, unknown]>([
    ['"query" is a schema of a Standard Schema library, got object.', { query: {} }],
    ['"body" is a schema, or what formContent(schema) and the like give.', { method: 'POST', body: {} }],
    ['a request with GET has no body. Describe its query.', { body: Note }],
    ["a response's status is a whole number from 200 to 599, got 100.", { responses: { 100: Note } }],
    ['a response with status 204 has no body. Write null in place of a schema.', { responses: { 204: Note } }],
    ['the response 200 needs one media type, got image/*.', { responses: { 200: octetContent({ type: 'image/*' }) } }],
    ['"responses" describes no status.', { responses: {} }],
  ])('that cannot be served is an error: %s', (message, parts) => {
    const description = { method: 'GET', path: '/', responses: { 204: null }, ...(parts as object) }
    const attempt = () => handlerFor(description as EndpointDescription, () => undefined as never)
    expect(attempt).toThrow(EndpointError)
    expect(attempt).toThrow(message)
  })
})
