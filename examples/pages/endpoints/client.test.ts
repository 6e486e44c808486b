import { createClient, withoutSchemas } from '@app/client'
import { Application } from '@app/core'
import { problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { app } from './app.ts'
import { writeNote } from './client.ts'
import { progress, upload } from './files.ts'
import plain from './notes.json' with { type: 'json' }
import { createNote, listNotes } from './notes.ts'
import { api } from './page.ts'
import { reserve, route } from './problems.ts'

test('a test calls the application without a socket', async () => {
  const api = createClient({ createNote, upload, progress }, { fetch: app.fetch })

  const refused = await api.createNote({ params: { team: 'red' }, body: { title: 'a'.repeat(201), text: '' } })
  expect(refused.status === 422 && refused.data.errors?.[0]?.path).toEqual(['title'])

  const uploaded = await api.upload({ body: { title: 'tea', file: new File(['green'], 'tea.png') } })
  expect(uploaded.status).toBe(204)

  const answer = await api.progress()
  if (answer.status !== 200) throw new Error(answer.data.detail)
  const percents: number[] = []
  for await (const { data } of answer.data) percents.push(data.percent)
  expect(percents).toEqual([0, 50, 100])
})

test('writeNote() returns the outcome of a call as a string for the page', async () => {
  const { createNote: create } = createClient({ createNote }, { fetch: app.fetch })
  expect(await writeNote('Green tea', { create })).toMatch(/^The note \d+ is written\.$/)
  expect(await writeNote('Green tea', { create })).toBe('The title is taken.')
  const away = createClient({ createNote }, { fetch: () => new Response(null, { status: 502 }) }).createNote
  expect(await writeNote('Tea', { create: away })).toBe('The server answered 502.')
})

test('notes.json has the descriptions of the endpoints that the page needs, without schemas', () => {
  expect(plain).toEqual(withoutSchemas({ listNotes, createNote }))
  expect(Object.keys(api)).toEqual(['listNotes', 'createNote'])
})

test('an error that is described as a problem has one format, whoever answers it', async () => {
  const rooms = new Application({ router: new FindMyWayRouter() }).pipe(problemDetails({ listeners: [] }))
  rooms.route(route)
  const api = createClient({ reserve }, { fetch: rooms.fetch, validate: true })
  const answers = await Promise.all(['red', 'closed', 'blue'].map((room) => api.reserve({ params: { room } })))
  expect(answers.map((answer) => answer.status === 409 && [answer.data.detail, answer.data.free])).toEqual([
    ['The room is taken.', ['blue']],
    ['The room is closed.', undefined],
    false,
  ])
})
