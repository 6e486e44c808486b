import { Application } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { runs } from '../../../test/programs/sampled.ts'
import { endpoint } from './index.ts'
import { ENDPOINT, type InputError, implement } from './server.ts'

/** A schema, and values that it accepts unchanged. */
interface Pair {
  readonly schema: z.ZodType
  readonly values: fc.Arbitrary<unknown>
}

const KEY = fc.constantFrom('a', 'b', 'toString', 'ünïcode', 'with space', '0', 'length')

const leaf: fc.Arbitrary<Pair> = fc.constantFrom<Pair>(
  { schema: z.string(), values: fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()) },
  { schema: z.number(), values: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)) },
  { schema: z.int().min(-5).max(5), values: fc.integer({ min: -5, max: 5 }) },
  { schema: z.boolean(), values: fc.boolean() },
  { schema: z.null(), values: fc.constant(null) },
  { schema: z.enum(['x', 'y']), values: fc.constantFrom('x', 'y') },
)

const { pair } = fc.letrec<{ pair: Pair }>((tie) => ({
  pair: fc.oneof(
    { depthSize: 'small' },
    leaf,
    tie('pair').map(({ schema, values }) => ({
      schema: z.array(schema).max(4),
      values: fc.array(values, { maxLength: 4 }),
    })),
    fc.dictionary(KEY, tie('pair'), { maxKeys: 4 }).map((entries) => {
      const of = <T>(use: (pair: Pair) => T) =>
        Object.fromEntries(Object.entries(entries).map(([key, inner]) => [key, use(inner)]))
      return { schema: z.object(of(({ schema }) => schema)), values: fc.record(of(({ values }) => values)) }
    }),
  ),
}))

/** Posts a value to an endpoint that answers with its body. */
async function echoed(schema: z.ZodType, sent: unknown) {
  const errors: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  const described = endpoint({ method: 'POST', path: '/', body: schema, responses: { 200: schema } })
  app.route(implement(described, ({ body }) => body))
  const headers = { 'content-type': 'application/json' }
  const response = await app.request('/', { method: 'POST', headers, body: JSON.stringify(sent) })
  return { response, errors }
}

test('an endpoint that answers with its body returns each value that fits the schema unchanged', async () => {
  const fitting = pair.chain(({ schema, values }) => fc.tuple(fc.constant(schema), values))
  await fc.assert(
    fc.asyncProperty(fitting, async ([schema, value]) => {
      const { response, errors } = await echoed(schema, value)
      expect([response.status, errors]).toEqual([200, []])
      expect(await response.json()).toEqual(JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: runs(300) },
  )
})

test('a value that does not fit the schema is answered with 422 and the path of the wrong value, and never with 500', async () => {
  const planted = pair.chain(({ schema, values }) => fc.tuple(fc.constant(schema), values, fc.integer({ min: 0 })))
  await fc.assert(
    fc.asyncProperty(planted, async ([schema, value, choice]) => {
      const body = { around: value, wrong: [value, value] as unknown[] }
      const index = choice % 2
      // The wrong value is an object whose only key no generated schema has.
      body.wrong[index] = { 'of no schema': Symbol.name }
      const around = z.object({ around: schema, wrong: z.array(z.union([schema, z.never()])) })
      if (around.safeParse(body).success) return
      const { response, errors } = await echoed(around, body)
      expect(response.status).toBe(422)
      const [error] = errors as [InputError?]
      const paths = error?.errors.map(({ path }) => path.slice(0, 2)) ?? []
      for (const path of paths) expect(path).toEqual(['wrong', index])
    }),
    { numRuns: runs(300) },
  )
})

/** A request that is answered with 422, one with 400, and one with 415. */
const REFUSED: [body: string, type: string, query: string, segment: string][] = [
  ['{"a":1}', 'application/json', '', '1'],
  ['{', 'application/json', '', '1'],
  ['{}', 'text/plain', '', '1'],
]

test('any body, query and media type is answered with a status other than 500', async () => {
  const described = endpoint({
    method: 'POST',
    path: '/{id}',
    params: z.object({ id: z.coerce.number() }),
    query: z.object({ list: z.array(z.string()).optional(), page: z.coerce.number().optional() }),
    body: z.looseObject({ a: z.string().optional() }),
    responses: { 204: null },
  })
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.route(implement(described, () => undefined)).set(ENDPOINT, described)
  const types = fc.constantFrom('application/json', 'text/plain', 'application/json; charset=x', 'x', '')
  const texts = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constant('{"__proto__":{}}'))
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(texts, types, fc.webQueryParameters(), fc.webSegment(), async (body, type, query, segment) => {
      const init = { method: 'POST', body, headers: { 'content-type': type } }
      const { status } = await app.request(`/${segment}?${query}`, init)
      seen.add(status)
      expect([204, 400, 404, 415, 422]).toContain(status)
    }),
    // Chance alone does not always find each refusal.
    { numRuns: runs(500), examples: REFUSED },
  )
  expect([...seen]).toEqual(expect.arrayContaining([400, 415, 422]))
})
