import { type Config, type Middleware, Priority, text } from '@app/core'
import { listNotes, Notes, ShowNote } from './notes.ts'

const requireKey: Middleware = (request, handler) =>
  request.query.has('key') ? handler(request) : text('Who?', { status: 401 })

export default {
  dependencies: { invokables: { 'acme/notes': Notes } },
  middleware_pipeline: {
    guard: { path: ['/admin', '/reseller'], middleware: requireKey, priority: Priority.BEFORE_ROUTING },
    steps: { middleware: ['@app/core/routing', '@app/core/dispatch'] },
  },
  problem_details: {
    types: {
      NoteMissing: { status: 404, type: 'https://acme.example/problems/note', title: 'There is no such note' },
      ECONNREFUSED: { status: 503, title: 'The notes are away' },
      403: { title: 'Not yours' },
    },
  },
  routes: {
    'note.list': { path: '/notes', middleware: listNotes, allowed_methods: ['GET'] },
    'note.show': { path: '/notes/{id}', middleware: ShowNote, allowed_methods: ['GET'] },
  },
} satisfies Config
