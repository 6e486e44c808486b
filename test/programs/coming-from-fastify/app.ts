import { Application, attributeKey, ErrorHandler, HttpError, json, type Middleware } from '@app/core'
import { endpoint } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
import * as z from 'zod'

const USER = attributeKey<string>('user')

const authenticate: Middleware = (request, handler) => {
  const user = request.headers.get('authorization')
  if (user === null) return json({ failed: 'Who are you?' }, { status: 401 })
  return handler(request.withAttribute(USER, user))
}

const admin = new Application({ router: new FindMyWayRouter() })
admin.pipe(authenticate)
admin.get('/me', (request) => json({ user: request.attribute(USER) }))

const createUser = endpoint({
  method: 'POST',
  path: '/users',
  body: z.object({ name: z.string().min(1) }),
  responses: { 201: z.object({ id: z.int(), name: z.string() }) },
})

export const app = new Application({ router: new FindMyWayRouter() })

app.pipe(
  new ErrorHandler({
    respond: (error, request) => json({ failed: request.path }, { status: HttpError.is(error) ? error.status : 500 }),
  }),
)
app.pipe('/admin', admin)

app.route(implement(createUser, ({ body }) => ({ id: 1, name: body.name, passwordHash: 'secret' })))

app.get('/users/{id}', (request) => {
  const headers = { 'cache-control': 'no-store' }
  return json({ id: request.params.id }, { headers })
})
