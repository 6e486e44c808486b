import { Application, json, Route, text, urlFor } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })

app.get('/users/{id}', (request) => json({ id: request.params.id }), 'user.show')
app.route('/users/{id}', () => text('Changed.'), ['PUT', 'PATCH'])
app.get('/reports/{year:\\d{4}}', (request) => json({ year: request.params.year }))
app.get('/photos/photo-{number}.jpg', (request) => json({ number: request.params.number }))
app.get('/posts[/{page}]', (request) => json({ page: request.params.page ?? '1' }), 'posts')
app.get('/files/{rest...}', (request) => json({ file: request.params.rest }), 'file')
app.any('/echo', (request) => text(request.method))

const order = new Route('/orders/{id}', (request) => json({ order: request.params.id }), ['GET'], 'order')
order.setOptions({ tokens: { id: '\\d+' } })
app.route(order)

app.get('/menu', (request) => json([urlFor(request, 'posts'), urlFor(request, 'user.show', { id: 'ada' })]))

export const urls = {
  user: app.url('user.show', { id: 'Ada Lovelace' }),
  posts: app.url('posts'),
  page: app.url('posts', { page: 2 }, { query: { sort: 'date' } }),
  file: app.url('file', { rest: 'a/b c.txt' }),
  order: app.url(order, { id: '7' }, { basePath: '/shop' }),
}

export default app
