import { createClient } from '@app/client'
import { expect, test } from 'vitest'
import { calendar } from './events.ts'
import { app } from './events-app.ts'

test('a date is sent as a string, and is a date again for a client that validates', async () => {
  const api = createClient(calendar, { fetch: app.fetch })
  expect((await api.events.next()).status).toBe(404)
  const begins = '2999-01-01T09:00:00.000Z'
  expect((await api.events.plan({ body: { title: 'Tea', begins } })).status).toBe(201)

  const answer = await api.events.next()
  expect(answer.data).toEqual({ title: 'Tea', begins })

  const decoding = createClient(calendar, { fetch: app.fetch, validate: true })
  const decoded = await decoding.events.next()
  expect(decoded.status === 200 && decoded.data.begins.getFullYear()).toBe(2999)
})
