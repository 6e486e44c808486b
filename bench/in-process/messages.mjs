import { Application, attributeKey, json, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { Elysia } from 'elysia'
import { H3 } from 'h3'
import { Hono } from 'hono'
import { measure, print } from './measure.mjs'

/**
 * Compares our response helpers with `new Response()`, and the `fetch` of our application with that of applications of
 * other frameworks; also measures attributes of requests.
 */
const value = { id: '42' }
print(
  'a response',
  await measure({
    'new Response(text)': () => new Response('Hello'),
    'text()': () => text('Hello'),
    'json()': () => json(value),
    'text() and a header set on the way out': () => {
      const response = text('Hello')
      response.headers.set('x-served-by', 'us')
      return response
    },
  }),
)

const Key = attributeKey('key', { default: 0 })
const app = new Application({ router: new FindMyWayRouter() })
let view
app.get('/', (request) => {
  view = request
  return text('x')
})
await app.request('/')
print(
  'an attribute',
  await measure({
    withAttribute: () => view.withAttribute(Key, 1),
    'withAttribute and attribute': () => view.withAttribute(Key, 1).attribute(Key),
  }),
)

app.get('/user/{id}', (request) => json({ id: request.params.id }))
const hono = new Hono().get('/user/:id', (c) => c.json({ id: c.req.param('id') }))
const h3 = new H3().get('/user/:id', (event) => ({ id: event.context.params.id }))
const elysia = new Elysia().get('/user/:id', ({ params }) => ({ id: params.id }))
const request = () => new Request('http://localhost/user/42')
print(
  'fetch(new Request())',
  await measure(
    {
      ours: () => app.fetch(request()),
      hono: () => hono.fetch(request()),
      h3: () => h3.fetch(request()),
      elysia: () => elysia.fetch(request()),
      'new Request() alone': request,
    },
    { calls: 20_000 },
  ),
)
