import type { Config } from '@app/core'
import { Clock } from '../../src/clock.ts'
import { listNotes } from '../../src/list-notes.ts'
import { openNotes } from '../../src/notes.ts'
import { ShowNote } from '../../src/show-note.ts'

export default {
  greeting: 'Hello',
  dependencies: {
    invokables: { 'acme/clock': Clock },
    factories: {
      'acme/notes': openNotes,
      'acme/list-notes': listNotes,
      'acme/show-note': ShowNote,
    },
  },
  routes: {
    notes: { path: '/notes', middleware: 'acme/list-notes', allowed_methods: ['GET'] },
    'note.show': {
      path: '/notes/{id}',
      middleware: 'acme/show-note',
      allowed_methods: ['GET'],
    },
  },
} satisfies Config
