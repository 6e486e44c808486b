import { readFileSync } from 'node:fs'
import { withoutSchemas } from '@app/client'
import { Application, HttpError, json } from '@app/core'
import { implement } from '@app/endpoint/server'
import { problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { notes } from './notes-endpoints.ts'

const script = readFileSync(process.env.SCRIPT ?? '', 'utf8')
const app = new Application({ router: new FindMyWayRouter() })
app.pipe(problemDetails({ listeners: [] }))
app.get('/', () => new Response('<!doctype html><title>Notes</title>', { headers: { 'content-type': 'text/html' } }))
app.get('/client.js', () => new Response(script, { headers: { 'content-type': 'text/javascript' } }))
app.get('/endpoints.json', () => json(withoutSchemas(notes)))

app.route(
  implement(notes.create, ({ params, query, headers, cookies, body, respond }) => {
    if (body.title === 'taken') return respond(409, { message: 'The title is taken.' })
    const seen = [params.team, ...(query.tag ?? []), headers['x-from'], cookies.theme]
    return respond(201, { id: 7, title: body.title, seen })
  }),
)
app.route(implement(notes.upload, async ({ body }) => new Uint8Array(await body.file.arrayBuffer())))

let left: () => void
const reader = new Promise<void>((resolve) => {
  left = resolve
})
app.route(
  implement(notes.watch, ({ request, respond }) => {
    request.signal.addEventListener('abort', () => left())
    return respond(
      200,
      (async function* () {
        for (let id = 1; ; id++) {
          yield { data: { id, title: 'Tea\nü' }, id: `${id}` }
          // The third event is sent only after the reader has left.
          if (id === 2) await reader
        }
      })(),
    )
  }),
)
app.route(implement(notes.left, () => reader.then(() => 'the reader has left')))

let asked = 0
app.route(
  implement(notes.busy, () => {
    if (++asked < 3) throw new HttpError(503, 'Busy', { headers: { 'retry-after': '0' } })
    return `asked ${asked} times`
  }),
)
app.route(
  implement(
    notes.slow,
    ({ request }) => new Promise((resolve) => request.signal.addEventListener('abort', () => resolve('late'))),
  ),
)

await app.run({ port: Number(process.env.PORT), host: '127.0.0.1' })
