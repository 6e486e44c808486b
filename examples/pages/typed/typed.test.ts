import { createClient } from '@app/client'
import { expect, expectTypeOf, test } from 'vitest'
import { app } from './app.ts'
import { write } from './client.ts'
import { api } from './notes.ts'

test('a call passes its values to the handler of the described endpoint, and its response has the described types', async () => {
  const ada = { fetch: app.fetch, headers: { authorization: 'Ada' } }
  expect(await write('Tea', ada)).toBe('Ada')
  expect(await write('Tea', ada)).toBe('There is one already')
  expect(await write('Milk', { fetch: app.fetch })).toBe('Unauthorized')
  expect(await write('', ada)).toBe('body title: Too small: expected string to have >=1 characters')

  const answer = await createClient(api, ada).notes.read({ params: { id: 1 } })
  if (answer.status === 200) expectTypeOf(answer.data.title).toEqualTypeOf<string>()
  expect(answer.data).toEqual({ id: 1, title: 'Tea', author: 'Ada' })
})
