import { Application } from '@app/core'
import { bytesContent, endpoint, eventContent, multipartContent, type TypedEvent, textContent } from '@app/endpoint'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { type Client, type ClientError, createClient, type Problem, withoutSchemas } from './index.ts'

const Note = z.object({ id: z.int(), title: z.string() })
const endpoints = {
  listNotes: endpoint({
    method: 'GET',
    path: '/teams/{team}/notes[/{page}]',
    query: z.object({ tag: z.array(z.string()).optional() }),
    responses: { 200: z.array(Note) },
  }),
  createNote: endpoint({
    method: 'POST',
    path: '/teams/{team}/notes',
    body: Note.omit({ id: true }),
    responses: { 201: Note, 204: null, 409: z.object({ message: z.string() }) },
  }),
  ping: endpoint({ method: 'GET', path: '/ping', responses: { 200: textContent() } }),
  upload: endpoint({
    method: 'POST',
    path: '/files',
    body: multipartContent(v.object({ file: v.file() })),
    responses: { 200: bytesContent(), 202: eventContent(type({ step: 'number' })) },
  }),
}
const client = createClient(endpoints, { fetch: () => new Response(null, { status: 500 }) })
type Api = typeof client
type AnswerOf<K extends keyof Api> = Awaited<ReturnType<Api[K]>>

describe('a client', () => {
  test('the type of the data of a response depends on the status; for a status without a description, the data is a Problem', () => {
    const read = (answer: AnswerOf<'createNote'>) => {
      if (answer.status === 201) expectTypeOf(answer.data).toEqualTypeOf<{ id: number; title: string }>()
      if (answer.status === 204) expectTypeOf(answer.data).toEqualTypeOf<undefined>()
      if (answer.status === 409 && !answer.problem) expectTypeOf(answer.data.message).toEqualTypeOf<string>()
      if (answer.status === 422) expectTypeOf(answer.data).toEqualTypeOf<Problem>()
      if (answer.ok) expectTypeOf(answer.status).toEqualTypeOf<201 | 204>()
      // @ts-expect-error: there may be another answer
      return answer.data.title
    }
    const files = (answer: AnswerOf<'upload'>) => {
      if (answer.status === 200) expectTypeOf(answer.data).toEqualTypeOf<Uint8Array<ArrayBuffer>>()
      if (answer.status === 202) expectTypeOf(answer.data).toEqualTypeOf<AsyncIterable<TypedEvent<{ step: number }>>>()
      // @ts-expect-error: this is not a status of HTTP
      return answer.status === 299
    }
    expect([typeof read, typeof files]).toEqual(['function', 'function'])
  })

  test('a client accepts the parts of a request that the description has, and no others', () => {
    const calls = async (api: Api) => {
      await api.ping()
      await api.ping({}, { timeout: 1, signal: AbortSignal.timeout(1), retries: 0 })
      await api.listNotes({ params: { team: 'red' } })
      await api.listNotes({ params: { team: 7, page: 2 }, query: { tag: ['a'] } })
      await api.upload({ body: { file: new File([], 'a') } })
      // @ts-expect-error: the team is missing
      await api.listNotes()
      // @ts-expect-error: the team is missing
      await api.listNotes({ params: { page: 1 } })
      // @ts-expect-error: the query has no "tags"
      await api.listNotes({ params: { team: 'red' }, query: { tags: ['a'] } })
      // @ts-expect-error: a tag is a string
      await api.listNotes({ params: { team: 'red' }, query: { tag: [1] } })
      // @ts-expect-error: the body is missing
      await api.createNote({ params: { team: 'red' } })
      // @ts-expect-error: a title is a string
      await api.createNote({ params: { team: 'red' }, body: { title: 1 } })
      // @ts-expect-error: ping takes no body
      await api.ping({ body: {} })
      // @ts-expect-error: there is no such call
      await api.pong()
      // @ts-expect-error: there is no such option
      await api.ping({}, { retry: 1 })
    }
    expect(typeof calls).toBe('function')
  })

  test('a client has types for described headers: get returns a string for a required header, and a string or null for others', async () => {
    const headers = z.object({
      location: z.string(),
      kind: z.enum(['a', 'b']),
      left: z.coerce.number(),
      etag: z.string().optional(),
    })
    const create = endpoint({ method: 'POST', path: '/', responses: { 201: { content: null, headers }, 404: null } })
    const given = { location: '/1', kind: 'a', left: '2' }
    const api = createClient({ create }, { fetch: () => new Response(null, { status: 201, headers: given }) })
    const answer = await api.create()
    if (answer.status !== 201) throw new Error(`${answer.status}`)
    expectTypeOf(answer.response).toExtend<Response>()
    const { headers: got } = answer.response
    expectTypeOf(got.get('location')).toEqualTypeOf<string>()
    expectTypeOf(got.get('kind')).toEqualTypeOf<'a' | 'b'>()
    expectTypeOf(got.get('left')).toEqualTypeOf<string>()
    expectTypeOf(got.get('etag')).toEqualTypeOf<string | null>()
    expectTypeOf(got.get('other')).toEqualTypeOf<string | null>()
    expect([got.get('location'), got.get('left'), got.get('etag')]).toEqual(['/1', '2', null])
  })

  test('createClient accepts descriptions, and the fetch of an application as an option, and the compiler refuses a schema in place of a description', () => {
    const app = new Application()
    expectTypeOf(createClient(endpoints, { fetch: app.fetch })).toEqualTypeOf<Client<typeof endpoints>>()
    // @ts-expect-error: a schema is not a description
    expect(() => createClient({ Note })).toBeTypeOf('function')
    expectTypeOf<ClientError['reason']>().toEqualTypeOf<'network' | 'timeout' | 'response'>()
  })

  test('a client from descriptions without schemas has the same types as a client from the whole descriptions', () => {
    const plain = withoutSchemas(endpoints)
    expectTypeOf(createClient<typeof endpoints>(plain)).toEqualTypeOf<Client<typeof endpoints>>()
    const json = { ping: { method: 'GET', path: '/ping', responses: { '200': { kind: 'text', type: 'text/plain' } } } }
    expectTypeOf(createClient<Pick<typeof endpoints, 'ping'>>(json).ping).toEqualTypeOf<Api['ping']>()
    const mistakes = () => {
      // @ts-expect-error: the type of the descriptions has to be named
      createClient(plain)
      // @ts-expect-error: without schemas nothing can be validated
      createClient<typeof endpoints>(plain, { validate: true })
      // @ts-expect-error: "createNote" and others are missing
      createClient<typeof endpoints>(json)
    }
    expect(typeof mistakes).toBe('function')
  })
})
