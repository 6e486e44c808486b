import { Application } from '@app/core'
import { mount } from '@app/mount'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { Hono } from 'hono'

const hono = new Hono()
hono.get('/users/:id', (context) => context.json({ id: context.req.param('id') }))
hono.post('/echo', async (context) => context.body(await context.req.text()))

const app = new Application({ router: new FindMyWayRouter() })
app.pipe('/old', mount(hono, { strip: true }))

export default app
