import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type BodyLimits, type EndpointDescription, endpoint, formContent, multipartContent } from './index.ts'
import { handlerFor } from './server.ts'
import { answerOf, json, serving } from './serving.test.helper.ts'

/** Functions that make a body with `count` items, keys or levels. */
const HOLDING: Readonly<Record<keyof BodyLimits, (count: number) => unknown>> = {
  items: (count) => ({ a: Array.from({ length: count - 2 }, () => ({})), b: [1, 2] }),
  keys: (count) => [Object.fromEntries(Array.from({ length: count - 1 }, (_, key) => [`k${key}`, 1])), { k: 1 }],
  depth: (count) => JSON.parse('['.repeat(count) + ']'.repeat(count)),
}
const USUAL: Readonly<Record<keyof BodyLimits, number>> = { items: 1_000, keys: 10_000, depth: 32 }

/** Serves an endpoint whose body may be anything, and counts the calls of its schema. */
function taking(limits?: BodyLimits) {
  let asked = 0
  const body = z.unknown().refine(() => ++asked > 0)
  const described = endpoint({ method: 'POST', path: '/', body, responses: { 204: null }, ...(limits && { limits }) })
  const app = serving(described, () => undefined)
  return async (value: unknown) => {
    asked = 0
    return { ...(await answerOf(app.request('/', json(value)))), asked }
  }
}

describe.each(['items', 'keys', 'depth'] as const)('the description of a body limits its %s', (limit) => {
  const what = limit === 'depth' ? 'levels' : limit

  test('a body beyond the usual limit is answered with 413 before its schema is called', async () => {
    for (const send of [taking(), taking({}), taking({ [limit]: undefined })]) {
      expect(await send(HOLDING[limit](USUAL[limit]))).toMatchObject({ status: 204, asked: 1 })
      expect(await send(HOLDING[limit](USUAL[limit] + 1))).toMatchObject({
        status: 413,
        asked: 0,
        body: { errors: [{ in: 'body', path: [], message: `has more than ${USUAL[limit]} ${what}` }] },
      })
    }
  })

  test('a limit in the description of the endpoint replaces the usual limit', async () => {
    const fewer = taking({ [limit]: 5 })
    expect((await fewer(HOLDING[limit](5))).status).toBe(204)
    expect((await fewer(HOLDING[limit](6))).status).toBe(413)
    const more = taking({ [limit]: USUAL[limit] + 1 })
    expect((await more(HOLDING[limit](USUAL[limit] + 1))).status).toBe(204)
  })
})

test('the limits of bodies apply to the fields of forms too', async () => {
  const fields = 'tag=a&'.repeat(1_001)
  const form = new FormData()
  for (let field = 0; field < 1_001; field++) form.append('tag', new File(['a'], 'a.txt'))
  for (const [content, body] of [
    [formContent, new URLSearchParams(fields)],
    [multipartContent, form],
  ] as const) {
    const described = endpoint({
      method: 'POST',
      path: '/',
      body: content(z.looseObject({})),
      responses: { 204: null },
    })
    const app = serving(described, () => undefined)
    expect((await app.request('/', { method: 'POST', body })).status).toBe(413)
  }
})

test('a response of 422 has at most a hundred issues, of all parts of the request together', async () => {
  const texts = z.object({ list: z.array(z.string().max(1)) })
  const described = endpoint({ method: 'POST', path: '/', query: texts, body: texts, responses: { 204: null } })
  const list = Array.from({ length: 90 }, () => 'long')
  const search = list.map((text) => `list=${text}`).join('&')
  const { status, body } = await answerOf(serving(described, () => undefined).request(`/?${search}`, json({ list })))
  expect([status, (body as { errors: unknown[] }).errors.length]).toEqual([422, 100])
})

test.each<[string, object]>([
  ['"limits" has items, keys, depth, got "size".', { size: 1 }],
  ['the limit of items is an integer from 1, got 0.', { items: 0 }],
  ['the limit of keys is an integer from 1, got 1.5.', { keys: 1.5 }],
  ['the limit of depth is an integer from 1 to 500, got 501.', { depth: 501 }],
])('a description with an unknown limit, or a limit outside of its range, is an error: %s', (message, limits) => {
  const description = { method: 'POST', path: '/', body: z.unknown(), limits, responses: { 204: null } }
  const attempt = () => handlerFor(description as EndpointDescription, () => undefined as never)
  expect(attempt).toThrow(expect.objectContaining({ code: 'APP_ENDPOINT' }))
  expect(attempt).toThrow(message)
})
