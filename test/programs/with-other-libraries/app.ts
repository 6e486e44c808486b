import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { Hono } from 'hono'

const hono = new Hono().basePath('/hono')
hono.get('/users/:id', (context) => context.json({ id: context.req.param('id') }))
hono.post('/echo', async (context) => context.body(await context.req.text()))

const app = new Application({ router: new FindMyWayRouter() })
app.pipe('/hono', (request) => hono.fetch(request.raw))
app.post('/copies', async (request) => {
  const copy = request.raw.clone()
  return text(`${await copy.text()} ${await request.raw.text()}`)
})

export default app
