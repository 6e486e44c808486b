import { Application, HttpError, json, type ServerRequest, urlFor } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

type Links = Readonly<Record<string, string>>

/** A resource in HAL: its data, links to other resources, and resources that it contains. */
function hal(data: object, links: Links, embedded: Readonly<Record<string, unknown>> = {}) {
  const entries = Object.entries(links).map(([relation, href]) => [relation, { href }])
  const hasEmbedded = Object.keys(embedded).length > 0
  return { ...data, _links: Object.fromEntries(entries), ...(hasEmbedded && { _embedded: embedded }) }
}

function halResponse(resource: object, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers)
  headers.set('content-type', 'application/hal+json')
  return json(resource, { ...init, headers })
}

interface Note {
  readonly id: number
  readonly title: string
}

const notes: readonly Note[] = [
  { id: 1, title: 'Tea' },
  { id: 2, title: 'Milk' },
  { id: 3, title: 'Rum' },
]
const PAGE = 2

function resourceOf(request: ServerRequest, note: Note) {
  return hal(note, { self: urlFor(request, 'note', { id: note.id }), list: urlFor(request, 'notes') })
}

const app = new Application({ router: new FindMyWayRouter() })

app.get(
  '/notes',
  (request) => {
    const after = Number(request.query.get('after') ?? 0)
    const rest = notes.filter(({ id }) => id > after)
    const shown = rest.slice(0, PAGE)
    const last = shown.at(-1)
    const next = last && rest.length > PAGE && urlFor(request, 'notes', {}, { query: { after: last.id } })
    const links = { self: request.fullPath + new URL(request.url).search, ...(next && { next }) }
    return halResponse(hal({ total: notes.length }, links, { notes: shown.map((note) => resourceOf(request, note)) }))
  },
  'notes',
)

app.get(
  '/notes/{id:\\d+}',
  (request) => {
    const note = notes.find(({ id }) => id === Number(request.params.id))
    if (!note) throw new HttpError(404)
    return halResponse(resourceOf(request, note))
  },
  'note',
)

export default app
