import { Application } from '@app/core'
import { endpoint } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { OPERATION, openApi } from '@app/openapi'
import { problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import * as z from 'zod'

const Note = z.object({ id: z.int(), title: z.string().max(200) })

const listNotes = endpoint({
  method: 'GET',
  path: '/teams/{team}/notes[/{page}]',
  name: 'note.list',
  params: z.object({ team: z.string(), page: z.coerce.number<string>().int().min(1).default(1) }),
  responses: { 200: z.array(Note) },
})
const createNote = endpoint({
  method: 'POST',
  path: '/teams/{team}/notes',
  name: 'note.create',
  body: Note.omit({ id: true }),
  responses: { 201: Note, 409: z.object({ message: z.string() }) },
})

const notes: z.infer<typeof Note>[] = []
const app = new Application({ router: new FindMyWayRouter() })
app.pipe(problemDetails())
app.route(implement(listNotes, ({ params }) => notes.slice((params.page - 1) * 10, params.page * 10)))
app.route(
  implement(createNote, ({ body, respond }) => {
    if (notes.some(({ title }) => title === body.title)) return respond(409, { message: 'The title is taken.' })
    const note = { ...body, id: notes.length + 1 }
    notes.push(note)
    return respond(201, note)
  }),
)
app.get('/openapi.json', openApi(app, { title: 'Notes', version: '1.0.0', schemas: { Note } })).set(OPERATION, false)

export default app
