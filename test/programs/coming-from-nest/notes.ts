import type { Config, Middleware, RouteHandler } from '@app/core'
import { HttpError, json } from '@app/core'

class Notes {
  readonly #titles = ['Buy tea']

  find(id: number): string | undefined {
    return this.#titles[id - 1]
  }

  add(title: string): number {
    return this.#titles.push(title)
  }
}

const onlyStaff: Middleware = (request, handler) => {
  if (request.headers.get('authorization') !== 'staff') throw new HttpError(403)
  return handler(request)
}

function showNote(notes: Notes): RouteHandler<'/notes/{id:\\d+}'> {
  return (request) => {
    const id = Number(request.params.id)
    const title = notes.find(id)
    if (title === undefined) throw new HttpError(404)
    return json({ id, title })
  }
}
showNote.inject = ['acme/notes'] as const

function addNote(notes: Notes): Middleware {
  return async (request) => {
    const { title } = (await request.json()) as { title: string }
    return json({ id: notes.add(title) }, { status: 201 })
  }
}
addNote.inject = ['acme/notes'] as const

export const configProvider = (): Config => ({
  dependencies: {
    invokables: { 'acme/notes': Notes },
    factories: { 'acme/note.show': showNote, 'acme/note.add': addNote },
  },
  routes: [
    { path: '/notes/{id:\\d+}', middleware: 'acme/note.show', allowed_methods: ['GET'] },
    { path: '/notes', middleware: [onlyStaff, 'acme/note.add'], allowed_methods: ['POST'] },
  ],
})
