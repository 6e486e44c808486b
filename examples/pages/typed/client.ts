import { type ClientOptions, createClient } from '@app/client'
import { api } from './notes.ts'

/** Writes a note, and returns its author, or the reason why it was not written. */
export async function write(title: string, options: ClientOptions<false>): Promise<string> {
  const answer = await createClient(api, options).notes.write({ body: { title } })
  if (answer.status === 201) return answer.data.author
  if (answer.problem) return answer.problem.detail ?? `${answer.status}`
  return answer.data.message
}
