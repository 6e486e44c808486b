import { Application } from '@app/core'
import { type EndpointDescription, endpoint } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { compareDocuments, type OpenApiDocument, openApiDocument } from './index.ts'

async function documentOf(...endpoints: readonly EndpointDescription[]): Promise<OpenApiDocument> {
  const app = new Application({ router: new FindMyWayRouter() })
  for (const one of endpoints) app.route(implement(one, () => undefined as never))
  return openApiDocument(app, { title: 'Notes', version: '1.0.0' })
}

const base = {
  method: 'POST',
  path: '/notes',
  summary: 'Writes',
  query: z.object({ dry: z.string().optional() }),
  body: z.object({ title: z.string(), text: z.string().optional() }),
  responses: { 200: z.object({ id: z.int(), tag: z.string().optional() }) },
} as const
const list = endpoint({ method: 'GET', path: '/notes', responses: { 204: null } })

async function changes(after: Partial<EndpointDescription>) {
  const found = compareDocuments(await documentOf(base), await documentOf({ ...base, ...after } as EndpointDescription))
  return found.map(({ size, place, message }) => `${size} ${place} ${message}`)
}

test('compareDocuments() finds no changes in equal documents', async () => {
  expect(await changes({})).toEqual([])
})

test('a removed route is a major change, and a new route is a minor one', async () => {
  const [one, both] = [await documentOf(base), await documentOf(base, list)]
  expect(compareDocuments(one, both)).toEqual([{ size: 'minor', place: 'GET /notes', message: 'is new' }])
  expect(compareDocuments(both, one)).toEqual([{ size: 'major', place: 'GET /notes', message: 'is gone' }])
})

test('a changed summary is a patch change', async () => {
  expect(await changes({ summary: 'Writes a note' })).toEqual(['patch POST /notes has another summary'])
})

test('a part of a request that is new and required, or becomes required, is a major change; one that is new and optional, or becomes optional, is a minor one', async () => {
  expect(await changes({ query: z.object({ dry: z.string() }) })).toEqual([
    'major POST /notes: query dry is required now',
  ])
  expect(await changes({ query: z.object({ dry: z.string().optional(), more: z.string().optional() }) })).toEqual([
    'minor POST /notes: query more is new',
  ])
  expect(await changes({ body: z.object({ title: z.string(), text: z.string() }) })).toEqual([
    'major POST /notes: body.text is required now',
  ])
  expect(await changes({ body: z.object({ title: z.string().optional(), text: z.string().optional() }) })).toEqual([
    'minor POST /notes: body.title may be left out now',
  ])
  expect(await changes({ body: z.object({ ...base.body.shape, kind: z.string() }) })).toEqual([
    'major POST /notes: body.kind is new and required',
  ])
})

test('a part of a response that is removed or becomes optional is a major change; a new part is a minor one', async () => {
  const answer = (shape: Record<string, z.ZodType>) => changes({ responses: { 200: z.object(shape) } })
  expect(await answer({ id: z.int() })).toEqual(['major POST /notes: 200.tag is gone'])
  expect(await answer({ id: z.int().optional(), tag: z.string().optional() })).toEqual([
    'major POST /notes: 200.id may be missing now',
  ])
  expect(await answer({ ...base.responses[200].shape, more: z.string() })).toEqual([
    'minor POST /notes: 200.more is new',
  ])
  expect(await changes({ responses: { ...base.responses, 409: null } })).toEqual([
    'minor POST /notes: 409 is a new answer',
  ])
})

test('a changed type is a major change, also inside of lists and of named schemas', async () => {
  const named = (id: z.ZodType) => z.array(z.object({ id }).meta({ id: `Named${Math.random()}`.replace('.', '') }))
  const before = await documentOf({ ...base, responses: { 200: named(z.int()) } })
  const after = await documentOf({ ...base, responses: { 200: named(z.string()) } })
  expect(compareDocuments(before, after).map(({ size, place }) => `${size} ${place}`)).toEqual([
    'major POST /notes: 200[].id',
  ])
})

test('compareDocuments() lists the largest change first', async () => {
  const found = await changes({ summary: 'Else', responses: { 200: z.object({ id: z.int() }), 409: null } })
  expect(found.map((text) => text.split(' ')[0])).toEqual(['major', 'minor', 'patch'])
})

test('a header of a response that is removed or becomes optional is a major change; a new header is a minor one', async () => {
  const answering = (headers: z.ZodType) => ({ responses: { 200: { content: base.responses[200], headers } } })
  const [etag, optional] = [z.object({ etag: z.string() }), z.object({ etag: z.string().optional() })]
  expect(await changes(answering(etag))).toEqual(['minor POST /notes: 200: header etag is new'])
  const from = async (was: z.ZodType, is: z.ZodType | undefined) =>
    compareDocuments(
      await documentOf({ ...base, ...answering(was) }),
      await documentOf({ ...base, ...(is && answering(is)) }),
    ).map(({ size, message }) => `${size} ${message}`)
  expect(await from(etag, undefined)).toEqual(['major is gone'])
  expect(await from(etag, optional)).toEqual(['major may be missing now'])
})
