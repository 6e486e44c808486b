import { Application, json, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { serveStatic } from '@app/static'

const app = new Application({ router: new FindMyWayRouter() })

app.pipe(serveStatic(new URL('../public/', import.meta.url)))

app.get('/', () => text('Hello, world!'), 'home')
app.get('/hello/{name}', (request) => text(`Hello, ${request.params.name}!`), 'hello')
app.get('/ping', () => json({ ack: Math.floor(Date.now() / 1000) }), 'ping')

export default app
