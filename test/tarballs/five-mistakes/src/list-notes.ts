import { json, type RequestHandler } from '@app/core'
import type { Notes } from './notes.ts'

export function listNotes(notes: Notes): RequestHandler {
  return () => json({ first: notes.textOf('1') })
}
listNotes.inject = ['acme/notes'] as const
