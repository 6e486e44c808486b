import { Application } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type EndpointDescription, endpoint, formContent } from './index.ts'
import { implement } from './server.ts'

/** The same schemas of each library: usual, open to further keys, closed, and nested. */
const SCHEMAS = {
  zod: {
    usual: z.object({ a: z.string() }),
    nested: z.object({ a: z.object({ b: z.string() }) }),
    open: z.looseObject({ a: z.string() }),
    closed: z.strictObject({ a: z.string() }),
  },
  valibot: {
    usual: v.object({ a: v.string() }),
    nested: v.object({ a: v.object({ b: v.string() }) }),
    open: v.looseObject({ a: v.string() }),
    closed: v.strictObject({ a: v.string() }),
  },
  arktype: {
    usual: type({ a: 'string' }),
    nested: type({ a: { b: 'string' } }),
    open: type({ a: 'string', '[string]': 'unknown' }),
    closed: type({ a: 'string', '+': 'reject' }),
  },
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }
type Schema = (typeof SCHEMAS)['zod']['usual']

/** How a schema describes a part, and how a client sends `{ a: 'x', admin: 'yes' }` in this part. */
const PARTS: readonly (readonly [string, (schema: Schema) => object, string, RequestInit])[] = [
  ['params', (params) => ({ params, path: '/{a}/{admin}' }), '/x/yes', { method: 'POST' }],
  ['query', (query) => ({ query }), '/?a=x&admin=yes', { method: 'POST' }],
  ['headers', (headers) => ({ headers }), '/', { method: 'POST', headers: { a: 'x', admin: 'yes' } }],
  ['cookies', (cookies) => ({ cookies }), '/', { method: 'POST', headers: { cookie: 'a=x; admin=yes' } }],
  ['body', (body) => ({ body }), '/', { method: 'POST', headers: JSON_TYPE, body: '{"a":"x","admin":"yes"}' }],
  ['body', (body) => ({ body: formContent(body) }), '/', { method: 'POST', headers: FORM, body: 'a=x&admin=yes' }],
]

async function seenBy(part: string, described: object, path: string, init: RequestInit): Promise<unknown> {
  const description = { method: 'POST', path: '/', responses: { 200: z.unknown() }, ...described }
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  let seen: unknown
  const handle = ((input: Readonly<Record<string, unknown>>) => {
    seen = input[part]
    return 'fine'
  }) as never
  app.route(implement(endpoint(description as never) as EndpointDescription, handle))
  const { status } = await app.request(path, init)
  return status === 200 ? seen : status
}

describe.each(['zod', 'valibot', 'arktype'] as const)('with schemas of %s', (library) => {
  const { usual, open, closed, nested } = SCHEMAS[library]

  test.each(PARTS)('a handler gets only declared keys in %s', async (part, describedBy, path, init) => {
    expect(await seenBy(part, describedBy(usual as Schema), path, init)).toEqual({ a: 'x' })
    expect(await seenBy(part, describedBy(open as Schema), path, init)).toMatchObject({ a: 'x', admin: 'yes' })
    expect(await seenBy(part, describedBy(closed as Schema), path, init)).toBe(422)
  })

  test('a handler gets only declared keys of inner objects', async () => {
    const init = { method: 'POST', headers: JSON_TYPE, body: '{"a":{"b":"x","admin":true}}' }
    expect(await seenBy('body', { body: nested }, '/', init)).toEqual({ a: { b: 'x' } })
  })
})

test('keys are dropped from what a client sends, and a schema of arktype may make other values of it', async () => {
  const body = type({ when: 'string.date.parse', 'more?': 'string' })
  const init = { method: 'POST', headers: JSON_TYPE, body: '{"when":"2020-01-01T00:00:00Z","admin":true}' }
  expect(await seenBy('body', { body }, '/', init)).toEqual({ when: new Date('2020-01-01T00:00:00Z') })
})
