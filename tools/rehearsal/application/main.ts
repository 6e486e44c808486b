import { AppFactory, json } from '@app/core'

const app = await AppFactory.create()
app.get('/users/{id}', (request) => json({ id: request.params.id }), 'user.show')

const server = await app.run({ host: '127.0.0.1', port: 0 })
const response = await fetch(`http://127.0.0.1:${server.address?.port}${app.url('user.show', { id: 7 })}`)
console.log(response.status, await response.text())
await server.close()
