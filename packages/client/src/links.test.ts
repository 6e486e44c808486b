import { contract, endpoint } from '@app/endpoint'
import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import { createClient } from './index.ts'
import { type Link, withLinks } from './links.ts'

const read = endpoint({
  method: 'GET',
  path: '/{id}',
  responses: { 200: z.object({ id: z.string() }), 401: z.string() },
})
const api = contract({ notes: { read } })

test('withLinks() runs the links around each call, the first link outermost, and gives them the name of the call', async () => {
  const seen: string[] = []
  const noting =
    (name: string): Link =>
    async (call, next) => {
      seen.push(`${name} ${call.name} ${JSON.stringify(call.request)}`)
      const answer = await next(call)
      seen.push(`${name} ${answer.status}`)
      return answer
    }
  const plain = createClient(api, { fetch: () => Response.json({ id: '7' }) })
  const client = withLinks(plain, [noting('a'), noting('b')])

  const answer = await client.notes.read({ params: { id: '7' } })

  expectTypeOf(client).toEqualTypeOf(plain)
  expect(answer.status === 200 && answer.data.id).toBe('7')
  const request = '{"params":{"id":"7"}}'
  expect(seen).toEqual([`a notes.read ${request}`, `b notes.read ${request}`, 'b 200', 'a 200'])
})

test('a link may repeat a call with other options', async () => {
  const signedIn: Link = async (call, next) => {
    const answer = await next(call)
    return answer.status === 401 ? next({ ...call, options: { headers: { authorization: 'Bearer new' } } }) : answer
  }
  const fetch = ({ headers }: Request) =>
    headers.get('authorization') === 'Bearer new' ? Response.json({ id: '7' }) : Response.json('', { status: 401 })

  const client = withLinks(createClient(api, { fetch }), [signedIn])

  expect((await client.notes.read({ params: { id: '7' } })).status).toBe(200)
})

test('an error that a link throws reaches the caller', async () => {
  const client = withLinks(createClient(api, { fetch: () => Response.json('') }), [
    () => {
      throw new Error('no')
    },
  ])
  await expect(client.notes.read({ params: { id: '7' } })).rejects.toThrow('no')
})
