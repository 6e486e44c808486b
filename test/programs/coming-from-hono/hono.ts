import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'

export const hono = new Hono<{ Variables: { user: string } }>()

hono.onError((error, c) => c.json({ failed: c.req.path }, error instanceof HTTPException ? error.status : 500))

hono.use('/admin/*', async (c, next) => {
  const user = c.req.header('authorization')
  if (user === undefined) return c.json({ failed: 'Who are you?' }, 401)
  c.set('user', user)
  await next()
  c.header('cache-control', 'no-store')
})

hono.get('/admin/me', (c) => c.json({ user: c.get('user') }))

hono.get('/users/:id{[0-9]+}', (c) => c.json({ id: c.req.param('id'), page: c.req.query('page') }))

hono.post('/users', async (c) => {
  const { name } = await c.req.json<{ name?: string }>()
  if (!name) throw new HTTPException(400, { message: 'A user has a name' })
  return c.json({ name }, 201)
})

const blog = new Hono()
blog.get('/', (c) => c.text('All posts'))
hono.route('/blog', blog)
