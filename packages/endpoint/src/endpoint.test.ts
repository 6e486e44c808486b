import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import {
  bytesContent,
  contentOf,
  type DataOf,
  endpoint,
  eventContent,
  formContent,
  type InputOf,
  multipartContent,
  type OutputOf,
  type ReplyOf,
  type RequestOf,
  type StatusOf,
  type SuccessOf,
  streamContent,
  type TypedEvent,
  textContent,
} from './index.ts'

const Note = z.object({ id: z.int(), title: z.string() })

const createNote = endpoint({
  method: 'POST',
  path: '/teams/{team}/notes[/{page}]',
  name: 'note.create',
  tags: ['notes'],
  query: z.object({ page: z.coerce.number<string>().default(1) }),
  body: Note.omit({ id: true }),
  responses: { 201: Note, 204: null, 409: { description: 'Taken', content: z.object({ message: z.string() }) } },
})

describe('descriptions of endpoints', () => {
  test('endpoint() returns the given description, and freezes it', () => {
    expect(createNote).toMatchObject({ method: 'POST', path: '/teams/{team}/notes[/{page}]', name: 'note.create' })
    expect(Object.isFrozen(createNote)).toBe(true)
    expectTypeOf(createNote.method).toEqualTypeOf<'POST'>()
  })

  test('the types of params come from the path, or from the schema of the params if the description has one', () => {
    type Created = typeof createNote
    expectTypeOf<OutputOf<Created, 'params'>>().toEqualTypeOf<{ readonly team: string; readonly page?: string }>()
    expectTypeOf<InputOf<Created, 'params'>>().toEqualTypeOf<{
      readonly team: string | number
      readonly page?: string | number | undefined
    }>()
    const byId = endpoint({
      method: 'GET',
      path: '/notes/{id}',
      params: z.object({ id: z.coerce.number<string>() }),
      responses: { 200: Note },
    })
    expectTypeOf<OutputOf<typeof byId, 'params'>>().toEqualTypeOf<{ id: number }>()
    expectTypeOf<RequestOf<typeof byId>>().toEqualTypeOf<{ readonly params: { id: string } }>()
  })

  test('a part of a description that is undefined has the types of a part that is left out', () => {
    const maybe = endpoint({
      method: 'POST',
      path: '/notes/{id}',
      ...{ name: undefined, params: undefined, query: undefined, body: undefined, limits: undefined },
      responses: { 204: null },
    })
    expectTypeOf<OutputOf<typeof maybe, 'params'>>().toEqualTypeOf<{ readonly id: string }>()
    expectTypeOf<OutputOf<typeof maybe, 'query'>>().toEqualTypeOf<undefined>()
    expectTypeOf<OutputOf<typeof maybe, 'body'>>().toEqualTypeOf<undefined>()
    expectTypeOf<RequestOf<typeof maybe>>().toEqualTypeOf<{ readonly params: { readonly id: string | number } }>()
  })

  test('the type of the request that a client passes comes from the description: parts with defaults are optional', () => {
    expectTypeOf<RequestOf<typeof createNote>>().toEqualTypeOf<{
      readonly params: { readonly team: string | number; readonly page?: string | number | undefined }
      readonly query?: { page?: string | undefined } | undefined
      readonly body: { title: string }
    }>()
    const plain = endpoint({
      method: 'GET',
      path: '/',
      cookies: v.object({ theme: v.string() }),
      responses: { 204: null },
    })
    expectTypeOf<RequestOf<typeof plain>>().toEqualTypeOf<{
      // biome-ignore lint/complexity/noBannedTypes: a path without placeholders has no params
      readonly params?: {} | undefined
      readonly cookies?: { theme: string } | undefined
    }>()
  })

  test('the types of the statuses, and of the bodies of responses by status, come from the description', () => {
    type Created = typeof createNote
    expectTypeOf<StatusOf<Created>>().toEqualTypeOf<201 | 204 | 409>()
    expectTypeOf<SuccessOf<Created>>().toEqualTypeOf<201 | 204>()
    expectTypeOf<ReplyOf<Created, 201>>().toEqualTypeOf<{ id: number; title: string }>()
    expectTypeOf<ReplyOf<Created, 204>>().toEqualTypeOf<undefined>()
    expectTypeOf<DataOf<Created, 409>>().toEqualTypeOf<{ message: string }>()
    expect(contentOf(createNote.responses[409])).toMatchObject({ kind: 'json', type: 'application/json' })
    expect(contentOf(createNote.responses[204])).toBeNull()
  })

  test('schemas of zod, valibot and arktype give the parts of a description the same types', () => {
    const described = [
      endpoint({
        method: 'PUT',
        path: '/a',
        body: z.object({ a: z.string() }),
        responses: { 200: z.array(z.string()) },
      }),
      endpoint({
        method: 'PUT',
        path: '/a',
        body: v.object({ a: v.string() }),
        responses: { 200: v.array(v.string()) },
      }),
      endpoint({ method: 'PUT', path: '/a', body: type({ a: 'string' }), responses: { 200: type('string[]') } }),
    ] as const
    type Each = (typeof described)[number]
    expectTypeOf<OutputOf<Each, 'body'>>().toEqualTypeOf<{ a: string }>()
    expectTypeOf<DataOf<Each, 200>>().toEqualTypeOf<string[]>()
    expect(described.map(({ body }) => contentOf(body).kind)).toEqual(['json', 'json', 'json'])
  })

  test('a description may have bodies other than JSON', () => {
    const upload = endpoint({
      method: 'POST',
      path: '/files',
      body: multipartContent(z.object({ file: z.file() })),
      responses: {
        200: bytesContent({ type: 'Image/PNG' }),
        201: eventContent(v.object({ step: v.number() })),
        202: textContent(),
        206: streamContent(),
      },
    })
    type Upload = typeof upload
    expectTypeOf<OutputOf<Upload, 'body'>>().toEqualTypeOf<{ file: File }>()
    expectTypeOf<DataOf<Upload, 200>>().toEqualTypeOf<Uint8Array<ArrayBuffer>>()
    expectTypeOf<DataOf<Upload, 201>>().toEqualTypeOf<AsyncIterable<TypedEvent<{ step: number }>>>()
    expectTypeOf<ReplyOf<Upload, 202>>().toEqualTypeOf<string>()
    expectTypeOf<ReplyOf<Upload, 206>>().toEqualTypeOf<ReadableStream<Uint8Array>>()
    const { body, responses } = upload
    expect(Object.values(responses).map(({ type }) => type)).toEqual([
      'image/png',
      'text/event-stream',
      'text/plain',
      'application/octet-stream',
    ])
    expect([body.kind, formContent(Note).type]).toEqual(['multipart', 'application/x-www-form-urlencoded'])
  })

  test('a description does not compile with an unknown key, a method in lower case, a form as a response or a body that is not a schema, nor without responses', () => {
    // @ts-expect-error: there is no "sumary"
    endpoint({ method: 'GET', path: '/', sumary: 'typing', responses: { 204: null } })
    // @ts-expect-error: a method is in upper case
    endpoint({ method: 'get', path: '/', responses: { 204: null } })
    // @ts-expect-error: forms are for requests
    endpoint({ method: 'GET', path: '/', responses: { 200: formContent(Note) } })
    // @ts-expect-error: responses have to be described
    endpoint({ method: 'GET', path: '/' })
    // @ts-expect-error: a body is a schema or a content
    endpoint({ method: 'POST', path: '/', body: { title: 'string' }, responses: { 204: null } })
  })
})
