import { endpoint, eventContent, formContent } from '@app/endpoint'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createClient, withoutSchemas } from './index.ts'

const notes = {
  create: endpoint({
    method: 'POST',
    path: '/notes',
    summary: 'Writes a note',
    body: formContent(z.object({ title: z.string() })),
    responses: { 201: { content: z.object({ id: z.int() }), description: 'It is written' }, 409: null },
  }),
  watch: endpoint({ method: 'GET', path: '/notes', responses: { 200: eventContent(z.object({ id: z.int() })) } }),
}

test('descriptions without schemas are JSON, from which a client can be made', async () => {
  const plain = JSON.parse(JSON.stringify(withoutSchemas(notes)))
  expect(plain).toEqual({
    create: {
      method: 'POST',
      path: '/notes',
      body: { kind: 'form', type: 'application/x-www-form-urlencoded' },
      responses: { 201: { kind: 'json', type: 'application/json' }, 409: null },
    },
    watch: { method: 'GET', path: '/notes', responses: { 200: { kind: 'events', type: 'text/event-stream' } } },
  })
  const sent: string[] = []
  const fetch = async (request: Request) => {
    sent.push(await request.text())
    return Response.json({ id: 7 }, { status: 201 })
  }
  const answer = await createClient<typeof notes>(plain, { fetch }).create({ body: { title: 'Tea & cake' } })
  expect([answer.status === 201 && answer.data.id, sent]).toEqual([7, ['title=Tea+%26+cake']])
})
