import { createClient } from '@app/client'
import { createNote, listNotes } from './notes.ts'

const api = createClient({ listNotes, createNote }, { baseUrl: 'https://notes.example' })

export async function writeNote(title: string, { create = api.createNote } = {}): Promise<string> {
  const answer = await create({ params: { team: 'red' }, body: { title, text: 'Buy some' } })
  if (answer.status === 201) return `The note ${answer.data.id} is written.`
  if (answer.problem) return answer.problem.detail || `The server answered ${answer.status}.`
  return answer.data.message
}
