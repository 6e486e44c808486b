import { Application, type ServerRequest, text } from '@app/core'
import {
  bytesContent,
  type EndpointDescription,
  endpoint,
  eventContent,
  formContent,
  multipartContent,
  streamContent,
  textContent,
} from '@app/endpoint'
import { type EndpointHandler, implement } from '@app/endpoint/server'
import { problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type ClientOptions, createClient } from './index.ts'

const Note = z.object({ id: z.int(), title: z.string() })
const Message = z.object({ message: z.string() })

/** Makes a client of one endpoint, whose requests reach the endpoint's handler without a socket. */
function calling<const D extends EndpointDescription>(
  description: D,
  handler: EndpointHandler<D>,
  options: ClientOptions = {},
) {
  const app = new Application({ router: new FindMyWayRouter() }).pipe(problemDetails({ listeners: [] }))
  app.route(implement(description, handler))
  return createClient({ call: description }, { fetch: app.fetch, ...options }).call
}

const saveNote = endpoint({
  method: 'POST',
  path: '/teams/{team}/notes[/{page}]',
  query: z.object({
    tag: z.array(z.string()).optional(),
    count: z.coerce.number().optional(),
    all: z.string().optional(),
  }),
  headers: z.object({ 'if-match': z.string().optional() }),
  cookies: z.object({ theme: z.string().optional() }),
  body: Note.omit({ id: true }),
  responses: { 201: Note, 409: Message },
})

describe('a call of an endpoint', () => {
  test('a call sends all parts of a request, and returns a response whose type depends on its status', async () => {
    const seen: unknown[] = []
    const call = calling(saveNote, ({ params, query, headers, cookies, body, respond }) => {
      seen.push({ ...params }, query, headers, cookies, body)
      return body.title === 'taken' ? respond(409, { message: 'Taken.' }) : respond(201, { id: 7, ...body })
    })
    const good = await call({
      params: { team: 'red & blue?', page: 2 },
      query: { tag: ['a', 'b c'], count: 3, all: undefined },
      headers: { 'if-match': '"1"' },
      cookies: { theme: 'dark; = é+&' },
      body: { title: 'Tea' },
    })
    expect(good).toMatchObject({ ok: true, status: 201, data: { id: 7, title: 'Tea' } })
    expect(good.response.headers.get('content-type')).toBe('application/json')
    expect(seen).toEqual([
      { team: 'red & blue?', page: '2' },
      { tag: ['a', 'b c'], count: 3 },
      { 'if-match': '"1"' },
      { theme: 'dark; = é+&' },
      { title: 'Tea' },
    ])
    const conflict = await call({ params: { team: 'red' }, body: { title: 'taken' } })
    if (conflict.status !== 409) throw new Error('another status')
    expect([conflict.ok, conflict.data.message]).toEqual([false, 'Taken.'])
  })

  test('for a wrong request, the data of the 422 is problem details, with the place of each mistake', async () => {
    const call = calling(saveNote, ({ respond }) => respond(409, { message: '' }))
    const answer = await call({ params: { team: 'red' }, query: { count: 'many' }, body: { title: 7 } as never })
    if (answer.status !== 422) throw new Error('another status')
    expect(answer.data.errors?.map(({ in: part, path }) => [part, ...path])).toEqual([
      ['query', 'count'],
      ['body', 'title'],
    ])
    expect([answer.ok, answer.data.status]).toEqual([false, 422])
  })

  test('the data of an error without problem details is an object with the status, and the text of the body as detail', async () => {
    const page = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
    const { call } = createClient({ call: saveNote }, { fetch: page })
    const answer = await call({ params: { team: 'red' }, body: { title: '' } })
    expect([answer.status, answer.ok, answer.data]).toEqual([
      502,
      false,
      { status: 502, detail: '<h1>Bad gateway</h1>' },
    ])
  })

  test('a form, a multipart form and text are sent with the media types of their descriptions', async () => {
    const fields = z.object({ name: z.string(), tags: z.array(z.string()) })
    const responses = { 200: z.unknown() }
    const form = calling(
      endpoint({ method: 'PUT', path: '/', body: formContent(fields), responses }),
      ({ body }) => body,
    )
    expect((await form({ body: { name: 'é &=+', tags: ['a'] } })).data).toEqual({ name: 'é &=+', tags: ['a'] })

    const files = z.object({ name: z.string(), files: z.array(z.file()) })
    const described = endpoint({ method: 'POST', path: '/', body: multipartContent(files), responses })
    const multipart = calling(described, async ({ body }) => [
      body.name,
      ...(await Promise.all(body.files.map(async (file) => [file.name, file.type, await file.text()]))),
    ])
    const sent = [new File(['one'], 'a.txt', { type: 'text/plain' }), new File(['zwei'], 'ü.bin')]
    expect((await multipart({ body: { name: 'two', files: sent } })).data).toEqual([
      'two',
      ['a.txt', 'text/plain', 'one'],
      ['ü.bin', expect.any(String), 'zwei'],
    ])

    const plain = calling(
      endpoint({ method: 'POST', path: '/', body: textContent(undefined, { type: 'text/markdown' }), responses }),
      ({ body, request }) => [body, request.headers.get('content-type')],
    )
    expect((await plain({ body: 'é' })).data).toEqual(['é', 'text/markdown'])
  })

  test('a client sends bytes, files and streams, and returns bytes and streams as the data of responses', async () => {
    const bytes = new Uint8Array([0, 255, 10, 13])
    const echo = calling(
      endpoint({
        method: 'POST',
        path: '/',
        body: bytesContent(),
        responses: { 200: bytesContent({ type: 'image/png' }) },
      }),
      ({ body }) => body,
    )
    expect((await echo({ body: bytes })).data).toEqual(bytes)
    expect((await echo({ body: new Blob([bytes]) })).data).toEqual(bytes)

    const image = calling(
      endpoint({
        method: 'POST',
        path: '/',
        body: bytesContent({ type: 'image/*' }),
        responses: { 200: textContent() },
      }),
      ({ request }) => `${request.headers.get('content-type')}`,
    )
    expect((await image({ body: new Blob([bytes], { type: 'image/webp' }) })).data).toBe('image/webp')

    const piped = calling(
      endpoint({ method: 'POST', path: '/', body: streamContent(), responses: { 200: streamContent() } }),
      ({ body }) => body,
    )
    const answer = await piped({ body: new Blob(['a', 'b']).stream() })
    if (answer.status !== 200) throw new Error('another status')
    expect(await new Response(answer.data).text()).toBe('ab')
  })

  test('a response without a body has undefined as data, and so has a response to HEAD', async () => {
    const size = endpoint({ method: 'HEAD', path: '/', responses: { 200: Note } })
    const head = await calling(size, () => ({ id: 7, title: '' }))()
    expect([head.status, head.ok, head.data]).toEqual([200, true, undefined])
    const call = calling(endpoint({ method: 'DELETE', path: '/', responses: { 204: null } }), () => undefined)
    const answer = await call()
    expect([answer.status, answer.ok, answer.data]).toEqual([204, true, undefined])
  })

  test('the data of a response with events is an async iterable of the events', async () => {
    const Step = z.object({ step: z.number() })
    const call = calling(
      endpoint({ method: 'GET', path: '/', responses: { 200: eventContent(Step) } }),
      async function* () {
        yield { data: { step: 1 }, event: 'progress', id: '1' }
        yield { data: { step: 2 }, id: '2', retry: 10 }
      } as never,
    )
    const answer = await call()
    if (answer.status !== 200) throw new Error('another status')
    const seen = []
    for await (const event of answer.data) seen.push(event)
    expect(seen).toEqual([
      { data: { step: 1 }, event: 'progress', id: '1' },
      { data: { step: 2 }, id: '2', retry: 10 },
    ])
  })
})

describe('the options of a client and of a call', () => {
  const whoami = endpoint({ method: 'GET', path: '/who', responses: { 200: textContent() } })
  const seenBy = (requests: Request[]) => (request: Request) => {
    requests.push(request)
    return new Response('you', { headers: { 'content-type': 'text/plain;charset=utf-8' } })
  }

  test('options of the client apply to each call, and options of a call replace them, except for headers, which are added', async () => {
    const requests: Request[] = []
    let token = 0
    const { who } = createClient(
      { who: whoami },
      {
        baseUrl: 'https://notes.example/api/',
        headers: async () => ({ authorization: `Bearer ${++token}`, 'x-app': 'shop' }),
        fetch: seenBy(requests),
      },
    )
    await who()
    await who({}, { baseUrl: new URL('http://[::1]:8080'), headers: new Headers({ 'X-App': 'test', 'x-more': '1' }) })
    expect(requests.map(({ url, headers }) => [url, ...headers])).toEqual([
      ['https://notes.example/api/who', ['authorization', 'Bearer 1'], ['x-app', 'shop']],
      ['http://[::1]:8080/who', ['authorization', 'Bearer 2'], ['x-app', 'test'], ['x-more', '1']],
    ])
  })

  test('without the option baseUrl, requests go to the origin of the page, or to localhost if there is no page', async () => {
    const requests: Request[] = []
    const { who } = createClient({ who: whoami }, { fetch: seenBy(requests) })
    await who()
    const page = globalThis as { location?: unknown }
    page.location = { origin: 'https://page.example' }
    try {
      await who()
    } finally {
      delete page.location
    }
    expect(requests.map(({ url }) => url)).toEqual(['http://localhost/who', 'https://page.example/who'])
  })

  test('with the option validate, a call runs the schemas, whose output is the data', async () => {
    const described = endpoint({ method: 'GET', path: '/', responses: { 200: z.object({ at: z.coerce.date() }) } })
    const answering = (body: unknown, validate: boolean) =>
      createClient({ call: described }, { fetch: () => Response.json(body), validate }).call
    const at = '2026-11-22T00:00:00.000Z'
    expect((await answering({ at, more: 1 }, false)()).data).toEqual({ at, more: 1 })
    expect((await answering({ at, more: 1 }, true)()).data).toEqual({ at: new Date(at) })
    await expect(answering({ at: 'soon' }, true)()).rejects.toMatchObject({
      name: 'ClientError',
      reason: 'response',
      message: expect.stringMatching(/^GET \/: 200 does not fit: /),
      cause: [{ path: ['at'] }],
    })
  })
})

describe('a ClientError', () => {
  const described = endpoint({ method: 'GET', path: '/notes/{id}', responses: { 200: Note } })
  const answering = (response: Response) => createClient({ read: described }, { fetch: () => response }).read

  test('a ClientError for a wrong media type names the type of the response', async () => {
    const response = new Response('<p>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
    await expect(answering(response)({ params: { id: 1 } })).rejects.toMatchObject({
      name: 'ClientError',
      reason: 'response',
      message: 'GET /notes/{id}: 200 is text/html; charset=utf-8, not application/json',
      response,
    })
    expect(await response.text()).toBe('<p>')
  })

  test('if the body of a response is not JSON, the message of the ClientError says so', async () => {
    const response = new Response('{"id":', { headers: { 'content-type': 'application/json' } })
    await expect(answering(response)({ params: { id: 1 } })).rejects.toMatchObject({
      reason: 'response',
      message: 'GET /notes/{id}: 200 is not JSON',
    })
  })

  test('if the network fails, also in the middle of a body, the call rejects with a ClientError of the reason network', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"id":'))
        controller.error(new TypeError('terminated'))
      },
    })
    const response = new Response(body, { headers: { 'content-type': 'application/json' } })
    await expect(answering(response)({ params: { id: 1 } })).rejects.toMatchObject({
      reason: 'network',
      message: 'GET /notes/{id}: TypeError: terminated',
    })
    const { read } = createClient({ read: described }, { baseUrl: 'http://127.0.0.1:1', retries: 0 })
    await expect(read({ params: { id: 1 } })).rejects.toMatchObject({ name: 'ClientError', reason: 'network' })
  })
})

test('a call with a value that cannot be sent rejects with a TypeError that names the value, and nothing is sent', async () => {
  const find = endpoint({ method: 'GET', path: '/', query: z.object({ near: z.unknown() }), responses: { 204: null } })
  const { call } = createClient({ call: find }, { fetch: () => Promise.reject(new Error('sent')) })
  const near: unknown = { x: 1 }
  await expect(call({ query: { near: near as string } })).rejects.toThrow(new TypeError('near cannot hold {"x":1}'))
})

test('a call rejects with a ClientError if a route that is not an endpoint answers it, for example with plain text', async () => {
  const app = new Application({ router: new FindMyWayRouter() })
  app.get('/', (_request: ServerRequest) => text('Hello'))
  const read = endpoint({ method: 'GET', path: '/', responses: { 200: Note } })
  await expect(createClient({ read }, { fetch: app.fetch }).read()).rejects.toThrow(
    /^GET \/: 200 is text\/plain.*, not application\/json$/,
  )
})
