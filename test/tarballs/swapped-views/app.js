import { AppFactory } from '@app/core'
import { render, view } from '@app/view'

const app = await AppFactory.create()
app.pipe(view({ url: app.url.bind(app) }))
app.get(
  '/notes/{id}',
  (request) => render(request, 'notes/show', { id: request.params.id, title: '<Tea>' }),
  'note.show',
)
app.get('/lost', (request) => render(request, 'notes/shw'))

export default app
