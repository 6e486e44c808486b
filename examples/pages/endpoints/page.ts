import { createClient } from '@app/client'
import plain from './notes.json' with { type: 'json' }
import type { createNote, listNotes } from './notes.ts'

type Notes = { readonly listNotes: typeof listNotes; readonly createNote: typeof createNote }

export const api = createClient<Notes>(plain)
