import { Application } from '@app/core'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint, eventContent } from './index.ts'
import { handlerFor } from './server.ts'

const ZTree = z.object({
  name: z.string(),
  get children() {
    return z.array(ZTree)
  },
})
type Tree = { name: string; children: Tree[] }
const VTree: v.GenericSchema<Tree> = v.object({ name: v.string(), children: v.array(v.lazy(() => VTree)) })

/** The same schemas, written with each library. */
const LIBRARIES = {
  zod: {
    map: z.object({ a: z.string(), b: z.string().optional() }),
    list: z.array(z.object({ a: z.string() })),
    inner: z.object({ in: z.object({ a: z.string() }), or: z.object({ a: z.string() }).nullable() }),
    tuple: z.tuple([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    record: z.record(z.string(), z.object({ a: z.string() })),
    union: z.union([
      z.object({ kind: z.literal('open'), a: z.string() }),
      z.object({ kind: z.literal('own'), a: z.string(), secret: z.string() }),
    ]),
    choice: z.union([z.string(), z.object({ a: z.string() }), z.array(z.object({ a: z.string() }))]),
    both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
    tree: ZTree,
    open: z.looseObject({ a: z.string() }),
    unknown: z.unknown(),
    decoded: z.object({ at: z.codec(z.iso.datetime(), z.date(), { decode: (at) => new Date(at), encode: String }) }),
  },
  valibot: {
    map: v.object({ a: v.string(), b: v.optional(v.string()) }),
    list: v.array(v.object({ a: v.string() })),
    inner: v.object({ in: v.object({ a: v.string() }), or: v.nullable(v.object({ a: v.string() })) }),
    tuple: v.tuple([v.object({ a: v.string() }), v.object({ b: v.string() })]),
    record: v.record(v.string(), v.object({ a: v.string() })),
    union: v.variant('kind', [
      v.object({ kind: v.literal('open'), a: v.string() }),
      v.object({ kind: v.literal('own'), a: v.string(), secret: v.string() }),
    ]),
    choice: v.union([v.string(), v.object({ a: v.string() }), v.array(v.object({ a: v.string() }))]),
    both: v.intersect([v.object({ a: v.string() }), v.object({ b: v.string() })]),
    tree: VTree,
    open: v.looseObject({ a: v.string() }),
    unknown: v.unknown(),
    decoded: v.object({ at: v.pipe(v.string(), v.isoTimestamp(), v.toDate()) }),
  },
  arktype: {
    map: type({ a: 'string', 'b?': 'string' }),
    list: type({ a: 'string' }).array(),
    inner: type({ in: { a: 'string' }, or: type({ a: 'string' }).or('null') }),
    tuple: type([{ a: 'string' }, { b: 'string' }]),
    record: type({ '[string]': { a: 'string' } }),
    union: type({ kind: "'open'", a: 'string' }).or({ kind: "'own'", a: 'string', secret: 'string' }),
    choice: type('string')
      .or({ a: 'string' })
      .or(type({ a: 'string' }).array()),
    both: type({ a: 'string' }).and({ b: 'string' }),
    tree: type.module({ tree: { name: 'string', children: 'tree[]' } }).tree,
    open: undefined,
    unknown: type('unknown'),
    decoded: type({ at: 'string.date.iso.parse' }),
  },
} satisfies Record<string, Record<string, StandardSchemaV1 | undefined>>

const row = { a: 'x', password: 'hash' }
const at = '1970-01-01T00:00:00.000Z'
/** For each schema, by its name in `LIBRARIES`: results of a handler, each with the data that is sent for it. */
const GIVEN: Readonly<Record<keyof (typeof LIBRARIES)['zod'], readonly (readonly [given: unknown, sent: unknown])[]>> =
  {
    map: [
      [row, { a: 'x' }],
      [
        { ...row, b: 'y' },
        { a: 'x', b: 'y' },
      ],
    ],
    list: [
      [
        [{ a: 'w' }, row, { a: 'y' }],
        [{ a: 'w' }, { a: 'x' }, { a: 'y' }],
      ],
    ],
    inner: [
      [
        { in: row, or: null },
        { in: { a: 'x' }, or: null },
      ],
      [
        { in: row, or: row, password: '' },
        { in: { a: 'x' }, or: { a: 'x' } },
      ],
    ],
    tuple: [
      [
        [row, { b: 'y', password: '' }],
        [{ a: 'x' }, { b: 'y' }],
      ],
    ],
    record: [[{ any: row }, { any: { a: 'x' } }]],
    union: [
      [
        { kind: 'open', ...row, secret: 's' },
        { kind: 'open', a: 'x' },
      ],
      [
        { kind: 'own', ...row, secret: 's' },
        { kind: 'own', a: 'x', secret: 's' },
      ],
    ],
    choice: [
      ['text', 'text'],
      [row, { a: 'x' }],
      [[row], [{ a: 'x' }]],
    ],
    both: [
      [
        { ...row, b: 'y' },
        { a: 'x', b: 'y' },
      ],
    ],
    tree: [
      [
        { name: 'a', children: [{ name: 'b', children: [], password: '' }], password: '' },
        { name: 'a', children: [{ name: 'b', children: [] }] },
      ],
    ],
    open: [[row, row]],
    unknown: [[{ row }, { row }]],
    decoded: [
      [{ at, password: '' }, { at }],
      [{ at: new Date(0), password: '' }, { at }],
    ],
  }

/**
 * Sends a value as the response of an endpoint, and returns the received data. With `checkReplies` the response is
 * checked, as in development and tests; without, it is not, as in production.
 */
async function sent(schema: StandardSchemaV1, value: unknown, checkReplies: boolean): Promise<unknown> {
  const described = endpoint({ method: 'GET', path: '/', responses: { 200: schema } })
  const app = new Application().pipe(handlerFor(described, ({ respond }) => respond(200, value), { checkReplies }))
  return (await app.request('/')).json()
}

describe.each(Object.entries(LIBRARIES))('with %s, keys that a schema does not name are not sent', (_name, schemas) => {
  test.each(Object.entries(schemas).filter(([, schema]) => schema))(
    'a response has only the keys that its schema allows: %s',
    async (name, schema) => {
      for (const [given, expected] of GIVEN[name as keyof typeof GIVEN])
        for (const checked of [true, false])
          expect(await sent(schema as StandardSchemaV1, given, checked)).toEqual(expected)
    },
  )

  test('keys that the schema of events does not name are not sent', async () => {
    const described = endpoint({ method: 'GET', path: '/', responses: { 200: eventContent(schemas.map) } })
    async function* events() {
      yield { data: row, id: '1' }
    }
    const app = new Application().pipe(handlerFor(described, events))
    expect(await (await app.request('/')).text()).toContain('data: {"a":"x"}\n')
  })
})

test('a response has only the declared keys of an object or of its toJSON() result, and the object itself is not changed', async () => {
  class Row {
    readonly password = 'hash'
    toJSON() {
      return { a: 'x', password: this.password }
    }
  }
  const given = new Row()
  expect(await sent(LIBRARIES.zod.map, given, false)).toEqual({ a: 'x' })
  const plain = Object.freeze({ a: 'x', password: 'hash' })
  expect(await sent(LIBRARIES.zod.map, plain, false)).toEqual({ a: 'x' })
  expect([given.password, plain.password]).toEqual(['hash', 'hash'])
})

test('a response has no inherited keys, whether or not the object has keys that are not declared', async () => {
  const inherited = (own: object): object => Object.assign(Object.create({ a: 'inherited' }), own)
  expect(await sent(LIBRARIES.zod.map, inherited({}), false)).toEqual({})
  expect(await sent(LIBRARIES.zod.map, inherited({ password: 'hash' }), false)).toEqual({})
})

test('with a schema of an unknown library, all keys of a response are sent', async () => {
  const schema: StandardSchemaV1 = { '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } }
  expect(await sent(schema, row, true)).toEqual(row)
})
