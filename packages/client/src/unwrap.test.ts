import { endpoint } from '@app/endpoint'
import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { createClient } from './index.ts'
import { CallError, unwrap } from './unwrap.ts'

const read = endpoint({
  method: 'GET',
  path: '/notes/{id}',
  responses: { 200: z.object({ id: z.int() }), 204: null, 409: z.object({ message: z.string() }) },
})
const answering = (status: number, body: unknown) =>
  createClient({ read }, { fetch: () => Response.json(body, { status }), retries: 0 })

test('unwrap returns the data of a successful response, whose type is the union over all described statuses from 200 to 299', async () => {
  const data = await unwrap(answering(200, { id: 7 }).read({ params: { id: 7 } }))
  expectTypeOf(data).toEqualTypeOf<{ id: number } | undefined>()
  expect(data).toEqual({ id: 7 })
})

test.each([
  [409, { message: 'Taken' }],
  [503, { title: 'Later' }],
])('for the status %d, unwrap throws a CallError with the response, its status and its data', async (status, data) => {
  const error: unknown = await unwrap(answering(status, data).read({ params: { id: 7 } })).catch((thrown) => thrown)
  expect(error).toSatisfy(CallError.is)
  expect(error).toMatchObject({ message: `The call was answered with ${status}`, result: { status, data } })
})

test('unwrap returns the data in a function that is generic over the response', async () => {
  interface Result {
    readonly ok: boolean
    readonly status: number
    readonly data: unknown
    readonly response: Response
  }
  const logged = async <A extends Result>(call: Promise<A>) => ({ data: await unwrap(call) })
  const { data } = await logged(answering(200, { id: 7 }).read({ params: { id: 7 } }))
  expectTypeOf(data).toEqualTypeOf<{ id: number } | undefined>()
  expect(data).toEqual({ id: 7 })
})

test('unwrap accepts a response, not only the promise of a response', async () => {
  const answer = await answering(200, { id: 7 }).read({ params: { id: 7 } })
  expect(await unwrap(answer)).toEqual({ id: 7 })
})
