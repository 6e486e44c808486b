import { Application, json, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })
app.get('/users/{id}', (request) => json({ id: request.params.id }))
app.post('/echo', async (request) => text(await request.text(), { status: 201 }))

const server = await app.run({ port: 0, host: '127.0.0.1' })
const ask = async (path, init) => {
  const response = await fetch(`http://127.0.0.1:${server.address.port}${path}`, init)
  return `${response.status} ${await response.text()}`
}
const answers = [await ask('/users/7'), await ask('/echo', { method: 'POST', body: 'é' }), await ask('/none')]
console.log(process.version, answers.join(', '))
process.kill(process.pid, 'SIGTERM')
