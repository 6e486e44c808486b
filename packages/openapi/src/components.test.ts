import { json } from '@app/core'
import { endpoint, type jsonContent } from '@app/endpoint'
import { handlerFor, implement } from '@app/endpoint/server'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import { toJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { application, documentOf, Note } from './document.test.helper.ts'

describe('schemas in a document', () => {
  const serving = (schema: Parameters<typeof jsonContent>[0]) => {
    const app = application()
    const described = endpoint({ method: 'POST', path: '/', body: schema, responses: { 200: schema } })
    app.route(
      '/',
      handlerFor(described, () => json({}) as never),
      ['POST'],
    )
    app.route(implement({ ...described, path: '/again' }, () => json({}) as never))
    return app
  }

  test('a schema of zod with an id is defined once in the document, and other schemas refer to the definition', async () => {
    const Named = z.object({ id: z.int(), at: z.string().default('now') }).meta({ id: 'Named' })
    const { paths, components } = await documentOf(serving(z.array(Named)))
    expect(components?.schemas).toMatchObject({ Named: { required: ['id'] } })
    const listed = { content: { 'application/json': { schema: { items: { $ref: '#/components/schemas/Named' } } } } }
    expect(paths['/again']?.post).toMatchObject({ requestBody: listed, responses: { 200: listed } })
  })

  test('a strict schema has a name of its own in requests, since its schema in responses allows further keys', async () => {
    const Strict = z.strictObject({ id: z.int() }).meta({ id: 'Strict' })
    const { components } = await documentOf(serving(Strict))
    expect(Object.keys(components?.schemas ?? {})).toEqual(['Strict', 'StrictInput'])
    expect(components?.schemas?.Strict).not.toHaveProperty('additionalProperties')
    expect(components?.schemas?.StrictInput).toHaveProperty('additionalProperties', false)
  })

  test.each<[string, StandardSchemaV1]>([
    ['zod', z.codec(z.iso.datetime(), z.date(), { decode: (at) => new Date(at), encode: (at) => at.toISOString() })],
    ['valibot', v.pipe(v.string(), v.isoTimestamp(), v.toDate())],
    ['arktype', type('string.date.iso.parse')],
  ])(
    'for a schema of %s that decodes sent data, the document shows the type of the sent data',
    async (_name, schema) => {
      const { paths } = await documentOf(serving(schema), { jsonSchema })
      const shown = { content: { 'application/json': { schema: { type: 'string' } } } }
      expect(paths['/again']?.post).toMatchObject({ requestBody: shown, responses: { 200: shown } })
    },
  )

  test('a named schema that allows further keys has one name for requests and responses', async () => {
    const { components } = await documentOf(serving(z.object({ inner: Note })), { schemas: { Note } })
    expect(Object.keys(components?.schemas ?? {})).toEqual(['Note'])
    expect(components?.schemas?.Note).not.toHaveProperty('additionalProperties')
  })

  test('a schema that contains itself gets a name in the document', async () => {
    const Tree = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree)
      },
    })
    const { components } = await documentOf(serving(Tree))
    expect(JSON.stringify(components?.schemas)).toContain('"$ref":"#/components/schemas/Recursive"')
  })

  test('the document shows a schema of arktype or valibot like the same schema of zod', async () => {
    const byArktype = await documentOf(serving(type({ name: 'string', 'age?': 'number' })))
    const byValibot = await documentOf(serving(v.object({ name: v.string(), age: v.optional(v.number()) })), {
      jsonSchema: (schema) => toJsonSchema(schema as v.GenericSchema, { typeMode: 'input', target: 'draft-2020-12' }),
    })
    for (const { paths } of [byArktype, byValibot]) {
      expect(paths['/again']?.post).toMatchObject({
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', required: ['name'], properties: { age: {} } } } },
        },
      })
    }
  })

  const jsonSchema = (schema: unknown) =>
    toJsonSchema(schema as v.GenericSchema, { typeMode: 'input', target: 'draft-2020-12', errorMode: 'ignore' })
  const withField = {
    zod: (odd: z.ZodType) => z.object({ name: z.string(), odd, inner: z.array(z.object({ odd, count: z.int() })) }),
    valibot: (odd: v.GenericSchema) =>
      v.object({ name: v.string(), odd, inner: v.array(v.object({ odd, count: v.number() })) }),
    arktype: (odd: 'Date' | 'bigint') =>
      type({ name: 'string', odd, inner: type({ odd, count: 'number' }).array() } as object),
  }
  test.each<[string, StandardSchemaV1]>([
    ['a date of zod', withField.zod(z.date())],
    ['a bigint of zod', withField.zod(z.bigint())],
    ['a map of zod', withField.zod(z.map(z.string(), z.int()))],
    ['a set of zod', withField.zod(z.set(z.string()))],
    ['a date of valibot', withField.valibot(v.date())],
    ['a bigint of valibot', withField.valibot(v.bigint())],
    ['a date of arktype', withField.arktype('Date')],
    ['a bigint of arktype', withField.arktype('bigint')],
  ])('only where a schema has %s, which JSON lacks, the document allows any value', async (_name, schema) => {
    const { paths } = await documentOf(serving(schema), { jsonSchema })
    type Shown = { content: Readonly<Record<string, { schema: object }>> } | undefined
    const post = paths['/again']?.post as { requestBody?: Shown; responses?: { 200?: Shown } } | undefined
    for (const part of [post?.requestBody, post?.responses?.[200]]) {
      const shown = part?.content['application/json']?.schema
      expect(shown).toMatchObject({
        required: expect.arrayContaining(['name', 'odd', 'inner']),
        properties: {
          name: { type: 'string' },
          inner: { items: { properties: { odd: {}, count: {} }, required: expect.arrayContaining(['odd', 'count']) } },
        },
      })
      expect(shown).toHaveProperty('properties.odd', {})
    }
  })

  test('the document shows a schema as `{}` if its library makes no JSON Schema', async () => {
    const schema: StandardSchemaV1 = { '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } }
    for (const options of [{}, { jsonSchema: () => undefined }]) {
      const { paths } = await documentOf(serving(schema), options)
      expect(paths['/again']?.post).toMatchObject({ requestBody: { content: { 'application/json': { schema: {} } } } })
    }
  })
})
