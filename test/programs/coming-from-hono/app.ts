import { Application, attributeKey, ErrorHandler, HttpError, json, type Middleware, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const USER = attributeKey<string>('user')

const authenticate: Middleware = async (request, handler) => {
  const user = request.headers.get('authorization')
  if (user === null) return json({ failed: 'Who are you?' }, { status: 401 })
  const response = await handler(request.withAttribute(USER, user))
  response.headers.set('cache-control', 'no-store')
  return response
}

export const app = new Application({ router: new FindMyWayRouter() })

app.pipe(
  new ErrorHandler({
    respond: (error, request) => json({ failed: request.path }, { status: HttpError.is(error) ? error.status : 500 }),
  }),
)
app.pipe('/admin', authenticate)

app.get('/admin/me', (request) => json({ user: request.attribute(USER) }))

app.get('/users/{id:[0-9]+}', (request) => {
  return json({ id: request.params.id, page: request.query.get('page') ?? undefined })
})

app.post('/users', async (request) => {
  const { name } = (await request.json()) as { name?: string }
  if (!name) throw new HttpError(400, 'A user has a name')
  return json({ name }, { status: 201 })
})

const blog = new Application({ router: new FindMyWayRouter() })
blog.get('/', () => text('All posts'))
app.pipe('/blog', blog)
