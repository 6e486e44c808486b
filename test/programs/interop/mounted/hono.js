import { Application } from '@app/core'
import { mount } from '@app/mount'
import { Hono } from 'hono'

const hono = new Hono()
hono.get('/users/:id', (context) => context.json({ id: context.req.param('id') }))
hono.post('/echo', async (context) => context.text(await context.req.text()))

export default new Application().pipe('/theirs', mount(hono, { strip: true }))
