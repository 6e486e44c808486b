import { AppFactory } from '@app/core'
import { view, views } from '@app/view'

const app = await AppFactory.create()
app.pipe(views({ url: app.url.bind(app) }))
app.get('/notes/{id}', (request) => view(request, 'notes/show', { id: request.params.id, title: '<Tea>' }), 'note.show')
app.get('/lost', (request) => view(request, 'notes/shw'))

export default app
