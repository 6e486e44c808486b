import { Application, redirect } from '@app/core'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { bytesContent, type EndpointDescription, endpoint, eventContent, streamContent, textContent } from './index.ts'
import { type EndpointHandler, handlerFor, ReplyError } from './server.ts'
import { answerOf, json, Note, saveNote, serving } from './serving.test.helper.ts'

describe('answers of endpoints', () => {
  test('a response has the status, value and headers that respond() gives', async () => {
    const app = serving(saveNote, ({ body, respond }) =>
      body.id === 1 ? respond(409, { message: 'Taken' }, { headers: { 'retry-after': '1' } }) : body,
    )
    const refused = await app.request('/notes', json({ id: 1, title: 'a' }))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([409, '1'])
    expect(await refused.json()).toEqual({ message: 'Taken' })
    expect(await answerOf(app.request('/notes', json({ id: 2, title: 'a' })))).toMatchObject({ status: 200 })
  })

  test('if the described response has no body, the handler may return nothing', async () => {
    const remove = endpoint({ method: 'DELETE', path: '/', responses: { 204: null, 404: null } })
    const app = serving(remove, ({ request, respond }) => (request.query.has('gone') ? respond(404) : undefined))
    expect(await answerOf(app.request('/', { method: 'DELETE' }))).toEqual({ status: 204, type: null, body: '' })
    expect((await app.request('/?gone', { method: 'DELETE' })).status).toBe(404)
  })

  test('an endpoint with the method GET answers HEAD with the same status and media type, and without the body', async () => {
    const app = serving(endpoint({ method: 'GET', path: '/', responses: { 200: z.string() } }), () => 'long')
    expect(await answerOf(app.request('/', { method: 'HEAD' }))).toEqual({
      status: 200,
      type: 'application/json',
      body: '',
    })
  })

  test('a handler may return a Response, such as a redirect', async () => {
    const app = serving(saveNote, () => redirect('/elsewhere', 303))
    expect((await app.request('/notes', json({ id: 1, title: 'a' }))).headers.get('location')).toBe('/elsewhere')
  })

  test('a response may be text, bytes, a stream or events', async () => {
    const described = endpoint({
      method: 'GET',
      path: '/{kind}',
      responses: {
        200: textContent({ type: 'text/csv' }),
        201: bytesContent({ type: 'image/png' }),
        202: streamContent(),
        203: eventContent(z.object({ step: z.number() })),
        400: z.string(),
      },
    })
    const app = serving(described, ({ params: { kind }, respond }) => {
      if (kind === 'text') return respond(200, 'a,b')
      if (kind === 'bytes') return respond(201, new Uint8Array([1, 2]))
      if (kind === 'stream') return respond(202, new Blob(['abc']).stream())
      return respond(203, steps())
    })
    async function* steps() {
      yield { data: { step: 1 }, event: 'begun', id: 'a' }
      yield { data: { step: 2 }, retry: 100 }
    }
    expect(await answerOf(app.request('/text'))).toEqual({ status: 200, type: 'text/csv; charset=utf-8', body: 'a,b' })
    expect(await answerOf(app.request('/bytes'))).toMatchObject({
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

  test('when the client closes a response of events, the generator of the events is ended', async () => {
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

describe('in development and tests, a wrong response is an error', () => {
  async function mistake<const D extends EndpointDescription>(description: D, handler: EndpointHandler<D>) {
    const errors: unknown[] = []
    const response = await serving(description, handler, errors).request('/')
    expect([response.status, errors.length]).toEqual([500, 1])
    expect(ReplyError.is(errors[0])).toBe(true)
    return (errors[0] as Error).message
  }

  test('a response that does not fit its schema is an error that names the endpoint and the wrong key', async () => {
    const described = endpoint({ method: 'GET', path: '/', responses: { 200: Note } })
    const given: unknown = { id: 'one', title: 'a' }
    expect(await mistake(described, () => given as z.infer<typeof Note>)).toBe(
      'Endpoint GET /: the answer 200 is not as it is described. At id: Invalid input: expected number, received string. The schema of an answer checks the data that is sent as JSON.',
    )
  })

  test('a value that fits its schema only until it is written as JSON, such as a Date, is an error', async () => {
    const described = endpoint({ method: 'GET', path: '/', responses: { 200: z.object({ at: z.date() }) } })
    const given: unknown = { at: new Date() }
    expect(await mistake(described, () => given as never)).toContain('At at: Invalid input: expected date')
  })

  test('a response that does not fit its schema is sent unchecked if the option checkReplies is false', async () => {
    const described = endpoint({ method: 'GET', path: '/', responses: { 200: Note } })
    const handler = handlerFor(described, () => ({ id: 1.5, title: 'a' }), { checkReplies: false })
    const app = new Application().pipe(handler)
    expect(await answerOf(app.request('/'))).toMatchObject({ status: 200, body: { id: 1.5 } })
  })

  test('a response with a status that is not described is an error that lists the described statuses', async () => {
    const errors: unknown[] = []
    const handler: unknown = ({ respond }: { respond: (status: number) => unknown }) => respond(500)
    await serving(saveNote, handler as EndpointHandler<typeof saveNote>, errors).request(
      '/notes',
      json({ id: 1, title: 'a' }),
    )
    expect(String(errors[0])).toBe(
      'ReplyError: Endpoint POST /notes (note.save): the status 500 is not described. There are 200, 409.',
    )
  })
})
