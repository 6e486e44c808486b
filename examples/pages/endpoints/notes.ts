import { endpoint } from '@app/endpoint'
import * as z from 'zod'

export const Note = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })

export const listNotes = endpoint({
  method: 'GET',
  path: '/teams/{team}/notes',
  name: 'note.list',
  summary: 'The notes of a team',
  query: z.object({ page: z.coerce.number().int().min(1).default(1), tag: z.array(z.string()).default([]) }),
  responses: { 200: z.array(Note) },
})

export const createNote = endpoint({
  method: 'POST',
  path: '/teams/{team}/notes',
  name: 'note.create',
  summary: 'Writes a note',
  body: Note.omit({ id: true }),
  responses: { 201: Note, 409: z.object({ message: z.string() }) },
})
