import { AppFactory } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { listNotes, Notes, ShowNote } from './notes.ts'

const app = await AppFactory.create(new Map([['acme/notes', new Notes()]]), new FindMyWayRouter())
app.get('/notes', listNotes, 'note.list')
app.get('/notes/{id}', ShowNote, 'note.show')

export default app
