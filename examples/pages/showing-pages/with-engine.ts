import { Application, redirect } from '@app/core'
import { csrf } from '@app/csrf'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SESSION, session } from '@app/session'
import { form, readForm, render, view } from '@app/view'
import { EtaRenderer } from '@app/view-eta'
import { Note, Notes } from './notes.ts'

const notes = new Notes()
const secret = process.env.APP_SECRET ?? 'only for this example, and long enough'

export const withEngine: Application = new Application({ router: new FindMyWayRouter() })
withEngine.pipe(session({ secret })).pipe(csrf({ secret }))
const renderer = new EtaRenderer({ folder: new URL('./templates/', import.meta.url) })
withEngine.pipe(view({ renderer })) // view() alone takes the engine that is installed, and the folder templates

withEngine.get('/', (request) => render(request, 'notes/list', { notes: notes.all() }))
withEngine.get('/new', (request) => render(request, 'notes/new', { form: form() }))

withEngine.post('/new', async (request) => {
  const sent = await readForm(request, Note)
  if (!sent.isValid) return render(request, 'notes/new', { form: sent.form }, { status: 422 })
  if (notes.has(sent.value.title)) {
    return render(request, 'notes/new', { form: sent.form.with({ title: 'This note is there.' }) }, { status: 422 })
  }
  notes.add(sent.value)
  request.attribute(SESSION).flash('notice', 'Saved.')
  return redirect('/', 303)
})
