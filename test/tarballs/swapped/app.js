import { AppFactory, json, text } from '@app/core'

const app = await AppFactory.create()
app.get('/', () => text('Hello, world!'))
app.get('/users/{id:\\d+}', (request) => json({ id: request.params.id }), 'user.show')
app.post('/users', async (request) => text(await request.text(), { status: 201 }))
app.get('/files/{rest...}', (request) => text(request.params.rest))

export default app
