import { json } from '@app/core'
import { endpoint, type jsonContent } from '@app/endpoint'
import { handlerFor, implement } from '@app/endpoint/server'
import { toJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { application, documentOf, Note } from './document.test.helper.ts'

describe('a schema', () => {
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

  test('of zod is named by its id, once, also inside of others', async () => {
    const Named = z.object({ id: z.int(), at: z.string().default('now') }).meta({ id: 'Named' })
    const { paths, components } = await documentOf(serving(z.array(Named)))
    expect(Object.keys(components?.schemas ?? {})).toEqual(['Named', 'NamedInput'])
    expect(components?.schemas?.Named).toMatchObject({ required: ['id', 'at'] })
    expect(components?.schemas?.NamedInput).toMatchObject({ required: ['id'] })
    expect(paths['/again']?.post).toMatchObject({
      requestBody: {
        content: { 'application/json': { schema: { items: { $ref: '#/components/schemas/NamedInput' } } } },
      },
    })
  })

  test('has one name where what is sent is what is given', async () => {
    const { components } = await documentOf(serving(z.object({ inner: Note })), { schemas: { Note } })
    expect(Object.keys(components?.schemas ?? {})).toEqual(['Note'])
    expect(components?.schemas?.Note).not.toHaveProperty('additionalProperties')
  })

  test('that contains itself has a name of its own', async () => {
    const Tree = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree)
      },
    })
    const { components } = await documentOf(serving(Tree))
    expect(JSON.stringify(components?.schemas)).toContain('"$ref":"#/components/schemas/Recursive"')
  })

  test('of arktype and of valibot is shown as well', async () => {
    const byArktype = await documentOf(serving(type({ name: 'string', 'age?': 'number' })))
    const byValibot = await documentOf(serving(v.object({ name: v.string(), age: v.optional(v.number()) })), {
      jsonSchema: (schema, typeMode) => toJsonSchema(schema as v.GenericSchema, { typeMode, target: 'draft-2020-12' }),
    })
    for (const { paths } of [byArktype, byValibot]) {
      expect(paths['/again']?.post).toMatchObject({
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', required: ['name'], properties: { age: {} } } } },
        },
      })
    }
  })

  test('that JSON Schema cannot express is shown as anything', async () => {
    const { paths } = await documentOf(serving(z.object({ at: z.date() })))
    expect(paths['/again']?.post).toMatchObject({ requestBody: { content: { 'application/json': { schema: {} } } } })
  })
})
