import type { Config } from '@app/core'
import { entryFor, handlerFor } from '@app/endpoint/server'
import { listNotes } from './notes.ts'

export default {
  dependencies: {
    factories: { 'acme/notes.list': () => handlerFor(listNotes, () => []) },
  },
  routes: [entryFor(listNotes, 'acme/notes.list')],
} satisfies Config
