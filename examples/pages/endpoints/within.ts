import { createClient } from '@app/client'
import { type ServerRequest, text } from '@app/core'
import { app } from './app.ts'
import { listNotes } from './notes.ts'

const api = createClient({ listNotes }, { fetch: app.fetch })

app.get('/teams/{team}', async ({ params, headers, signal }: ServerRequest<{ team: string }>) => {
  const visitor = { cookie: headers.get('cookie') ?? '' }
  const answer = await api.listNotes({ params }, { headers: visitor, signal })
  return text(answer.ok ? answer.data.map(({ title }) => title).join(', ') : 'Try again later')
})
