import { Application } from '@app/core'
import { implement } from '@app/endpoint/server'
import { problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import type * as z from 'zod'
import { download, progress, upload } from './files.ts'
import { createNote, listNotes, type Note } from './notes.ts'

const notes: z.infer<typeof Note>[] = []

export const app = new Application({ router: new FindMyWayRouter() })
app.pipe(problemDetails())

app.route(implement(listNotes, ({ query }) => notes.slice((query.page - 1) * 10, query.page * 10)))

app.route(
  implement(createNote, ({ body, respond }) => {
    if (notes.some(({ title }) => title === body.title)) return respond(409, { message: 'The title is taken.' })
    const note = { ...body, id: notes.length + 1 }
    notes.push(note)
    return respond(201, note)
  }),
)

const files = new Map<string, File>()

app.route(
  implement(upload, ({ body }) => {
    files.set(body.title, body.file)
  }),
)

app.route(
  implement(download, ({ params, respond }) => {
    const file = files.get(params.name)
    return file === undefined ? respond(404) : file
  }),
)

app.route(
  implement(progress, async function* () {
    for (const percent of [0, 50, 100]) yield { data: { percent } }
  }),
)
