import { SCHEMA_VALIDATOR, type SchemaValidator } from '@app/body-parser'
import { Application } from '@app/core'
import { problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { endpoint } from './index.ts'
import { implement } from './server.ts'

const common = { method: 'POST', path: '/teams/{team}/notes' } as const

/** The same endpoint, written with the schemas of each library. */
const written = {
  zod: endpoint({
    ...common,
    query: z.object({ page: z.coerce.number().int().min(1).default(1), tag: z.array(z.string()).optional() }),
    body: z.object({ title: z.string().max(10), parts: z.array(z.object({ size: z.number() })) }),
    responses: { 201: z.object({ id: z.number(), title: z.string() }) },
  }),
  valibot: endpoint({
    ...common,
    query: v.object({
      page: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1)), '1'),
      tag: v.optional(v.array(v.string())),
    }),
    body: v.object({
      title: v.pipe(v.string(), v.maxLength(10)),
      parts: v.array(v.object({ size: v.number() })),
    }),
    responses: { 201: v.object({ id: v.number(), title: v.string() }) },
  }),
  arktype: endpoint({
    ...common,
    query: type({ page: type('string.integer.parse').to('number >= 1').default('1'), 'tag?': 'string[]' }),
    body: type({ title: 'string <= 10', parts: type({ size: 'number' }).array() }),
    responses: { 201: type({ id: 'number', title: 'string' }) },
  }),
}

function serving(library: keyof typeof written): Application {
  const seen = ({ page, tag }: { readonly page: number; readonly tag?: string[] | undefined }) => ({ page, tag })
  const app = new Application({ router: new FindMyWayRouter() }).pipe(problemDetails())
  const answer = (page: number, tag: readonly string[] | undefined, title: string) => ({
    id: page,
    title: [...(tag ?? []), title].join(),
  })
  switch (library) {
    case 'zod':
      app.route(implement(written.zod, ({ query, body }) => answer(query.page, seen(query).tag, body.title)))
      break
    case 'valibot':
      app.route(implement(written.valibot, ({ query, body }) => answer(query.page, seen(query).tag, body.title)))
      break
    case 'arktype':
      app.route(implement(written.arktype, ({ query, body }) => answer(query.page, query.tag, body.title)))
  }
  return app
}

async function post(library: keyof typeof written, body: unknown, search = '') {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await serving(library).request(`/teams/red/notes${search}`, init)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe.each(['zod', 'valibot', 'arktype'] as const)('an endpoint with schemas of %s', (library) => {
  test('an endpoint gives the handler the output of the schemas, and sends a returned value with the one 2xx status that its description has', async () => {
    const parts = [{ size: 1 }]
    expect(await post(library, { title: 'Tea', parts })).toEqual({ status: 201, body: { id: 1, title: 'Tea' } })
    expect(await post(library, { title: 'Tea', parts }, '?page=3&tag=a')).toEqual({
      status: 201,
      body: { id: 3, title: 'a,Tea' },
    })
    expect((await post(library, { title: 'Tea', parts }, '?tag=a&tag=b')).body).toEqual({ id: 1, title: 'a,b,Tea' })
  })

  test('an endpoint answers 422 with the place of each mistake in all parts of the request', async () => {
    const { status, body } = await post(library, { title: 'Tea', parts: [{ size: 1 }, { size: 'big' }] }, '?page=0')
    expect(status).toBe(422)
    expect(body).toMatchObject({ title: 'Unprocessable Content', status: 422 })
    expect(body.errors).toEqual([
      { in: 'query', path: ['page'], message: expect.any(String) },
      { in: 'body', path: ['parts', 1, 'size'], message: expect.any(String) },
    ])
    expect(body.detail).toMatch(/^query page: .+; body parts\.1\.size: .+/)
  })

  test('an endpoint never shows the sent values in its response', async () => {
    const secret = 'hunter2-is-my-password'
    const { status, body } = await post(
      library,
      { title: secret, parts: [{ size: secret }], more: secret },
      `?page=${secret}`,
    )
    const places = (body.errors as { in: string; path: unknown[] }[]).map((error) =>
      [error.in, ...error.path].join('.'),
    )
    expect([status, [...new Set(places)].sort()]).toEqual([422, ['body.parts.0.size', 'body.title', 'query.page']])
    expect(JSON.stringify(body)).not.toContain('hunter')
  })

  test('an endpoint validates all parts of a request by the function in the attribute SCHEMA_VALIDATOR', async () => {
    const german: SchemaValidator = ((schema, value) => {
      const outcome = schema['~standard'].validate(value)
      if (outcome instanceof Promise || !outcome.issues) return outcome
      return {
        issues: Array.from(outcome.issues, ({ path }) => ({ message: 'Falsch.', path: Array.from(path ?? []) })),
      }
    }) as SchemaValidator
    const app = new Application().pipe((request, handler) => handler(request.withAttribute(SCHEMA_VALIDATOR, german)))
    app.pipe(serving(library))
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"title":"Tea"}' }
    const answer = await app.request('/teams/red/notes?page=0', init)
    expect(((await answer.json()) as { errors: unknown }).errors).toEqual([
      { in: 'query', path: ['page'], message: 'Falsch.' },
      { in: 'body', path: ['parts'], message: 'Falsch.' },
    ])
  })

  test('an endpoint answers 422 for a missing body', async () => {
    const response = await serving(library).request('/teams/red/notes', { method: 'POST' })
    expect([response.status, ((await response.json()) as { errors: unknown[] }).errors]).toEqual([
      422,
      [{ in: 'body', path: [], message: expect.any(String) }],
    ])
  })
})
