import { Application } from '@app/core'
import { endpoint, eventContent, jsonContent, multipartContent } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { type } from 'arktype'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { runs } from '../../../test/programs/sampled.ts'
import { createClient } from './index.ts'
import { DECODED_SHAPES, LIBRARIES, type Shape, sentOf, TEXTS, valuesOf } from './shapes.test-kit.ts'

const pairs = DECODED_SHAPES.chain((shape) => fc.tuple(fc.constant<Shape>(shape), valuesOf(shape, TEXTS)))

/**
 * Adds keys that no schema names, such as a password, to each map of a handler's answer: the server must not send these
 * keys.
 */
function withSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecrets)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withSecrets(inner)] as const)
  // An empty map gets no secret key, since a schema of arktype without keys accepts and keeps any key.
  if (entries.length === 0) return value
  return Object.fromEntries([['password', 'hash'], ...entries, ['secret', { deep: true }]])
}

describe.each(Object.entries(LIBRARIES))('with %s', (_library, schemaOf) => {
  test.each(['development', 'test', 'production', ''])(
    'with NODE_ENV "%s", schemas decode the request for the handler, and the response for a client with validate: true',
    async (environment) => {
      vi.stubEnv('NODE_ENV', environment)
      onTestFinished(() => void vi.unstubAllEnvs())
      await fc.assert(
        fc.asyncProperty(pairs, fc.boolean(), async ([shape, value], isValidated) => {
          const schema = schemaOf({ kind: 'map', of: { value: shape } })
          const echo = endpoint({ method: 'POST', path: '/', body: jsonContent(schema), responses: { 200: schema } })
          const app = new Application({ router: new FindMyWayRouter() })
          let got: unknown
          const sent = sentOf({ value })
          app.route(
            implement(echo, ({ body, respond }) => {
              got = body
              return respond(200, withSecrets(sent) as never)
            }),
          )
          const client = createClient({ echo }, { fetch: app.fetch, validate: isValidated })
          const answer = await client.echo({ body: sent as never })
          expect([answer.status, got]).toEqual([200, { value }])
          expect(answer.data).toEqual(isValidated ? { value } : sent)
        }),
        { numRuns: runs(200) },
      )
    },
  )

  test('schemas decode events as they decode answers, and a form may have files beside decoded values', async () => {
    const schema = schemaOf({ kind: 'map', of: { at: { kind: 'date' }, count: { kind: 'bigint' } } })
    const form = schemaOf({ kind: 'map', of: { at: { kind: 'date' }, file: { kind: 'file' } } })
    const upload = endpoint({
      method: 'POST',
      path: '/',
      body: multipartContent(form),
      responses: { 200: eventContent(schema) },
    })
    const app = new Application({ router: new FindMyWayRouter() })
    const at = new Date(0)
    const sent = { at: at.toISOString(), count: '12345678901234567890' }
    let got: unknown
    app.route(
      implement(upload, async function* ({ body }) {
        got = body
        yield { data: { ...sent, password: 'hash' }, id: '1' } as never
      }),
    )
    for (const [validate, data] of [
      [false, sent],
      [true, { at, count: 12345678901234567890n }],
    ] as const) {
      const body = { at: sent.at, file: new File(['tea'], 'a.txt') }
      const answer = await createClient({ upload }, { fetch: app.fetch, validate }).upload({ body: body as never })
      if (answer.status !== 200) throw new Error(`${answer.status}`)
      for await (const event of answer.data) expect(event).toEqual({ data, id: '1' })
      expect(got).toMatchObject({ at, file: expect.any(File) })
    }
  })
})

describe('the types of the sent data', () => {
  const at = z.codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })
  const byZod = endpoint({ method: 'POST', path: '/', body: z.object({ at }), responses: { 200: z.object({ at }) } })
  const vAt = v.pipe(v.string(), v.isoTimestamp(), v.toDate())
  const byValibot = endpoint({
    method: 'POST',
    path: '/',
    body: v.object({ at: vAt }),
    responses: { 200: v.object({ at: vAt }) },
  })
  const aAt = type({ at: 'string.date.iso.parse' })
  const byArktype = endpoint({ method: 'POST', path: '/', body: aAt, responses: { 200: aAt } })

  test('the types of the sent data are the input types of the schema, and with validate the types of responses are its output types', () => {
    const plain = createClient({ byZod, byValibot, byArktype })
    const decoding = createClient({ byZod, byValibot, byArktype }, { validate: true })
    const calls = async () => {
      const body = { at: '2026-11-22T00:00:00.000Z' }
      for (const answer of [
        await plain.byZod({ body }),
        await plain.byValibot({ body }),
        await plain.byArktype({ body }),
      ])
        if (answer.status === 200) expectTypeOf(answer.data).toEqualTypeOf<{ at: string }>()
      for (const call of [decoding.byZod, decoding.byValibot, decoding.byArktype]) {
        const answer = await call({ body })
        if (answer.status === 200) expectTypeOf(answer.data).toEqualTypeOf<{ at: Date }>()
      }
      // @ts-expect-error: the sent data is a string, not a Date
      await plain.byZod({ body: { at: new Date() } })
    }
    implement(byZod, ({ body }) => ({ at: body.at.toISOString() }))
    // @ts-expect-error: the sent data is a string, not a Date
    implement(byValibot, ({ body }) => ({ at: body.at }))
    expect(typeof calls).toBe('function')
  })

  test('the type of a field accepts strings and numbers, but no Date, also if the schema converts the string into a Date', () => {
    const found = endpoint({
      method: 'GET',
      path: '/{id}',
      params: z.object({ id: z.coerce.number() }),
      query: z.object({
        page: z.coerce.number().default(1),
        since: z.coerce.date().optional(),
        tag: z.array(z.string()),
      }),
      headers: z.object({ 'x-count': z.coerce.bigint() }),
      responses: { 204: null },
    })
    const call = createClient({ found }).found
    const calls = async () => {
      const headers = { 'x-count': 1n }
      await call({ params: { id: 7 }, query: { page: '2', tag: ['a'] }, headers })
      await call({ params: { id: '7' }, query: { since: '2026-11-22', tag: [] }, headers })
      // @ts-expect-error: a param is a string or a number, not an object
      await call({ params: { id: { x: 1 } }, query: { tag: [] }, headers })
      // @ts-expect-error: a Date has to be converted into a string
      await call({ params: { id: 7 }, query: { since: new Date(), tag: [] }, headers })
      // @ts-expect-error: the id is missing
      await call({ params: {}, query: { tag: [] }, headers })
    }
    expect(typeof calls).toBe('function')
  })

  test('the types of the sent data refuse values that JSON does not have', () => {
    const raw = endpoint({
      method: 'POST',
      path: '/',
      // @ts-expect-error: no request holds a bigint
      body: z.object({ id: z.bigint() }),
      responses: { 200: z.array(z.object({ at: z.date(), rest: z.unknown() })) },
    })
    type Lacks<N extends string> =
      `JSON has no ${N}. Describe what is sent in its place, and let the schema make it of that`
    expectTypeOf<Parameters<(typeof calls)['raw']>[0]['body']>().toEqualTypeOf<{ id: Lacks<'bigint'> }>()
    const calls = createClient({ raw })
    // @ts-expect-error: JSON has no Date
    const handler = () => implement(raw, () => [{ at: new Date(), rest: 1 }])
    expect(typeof handler).toBe('function')
  })
})
