import { Application, ErrorHandler, json, text } from '@app/core'
import { developmentErrorResponder } from '@app/core/development'
import { accessLog } from '@app/core/logging'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { serveStatic } from '@app/static'

const app = new Application({ router: new FindMyWayRouter() })

app.pipe(accessLog())
// A page with all that helps to find an error, where NODE_ENV is "development"; elsewhere nothing is said of it.
app.pipe(new ErrorHandler({ respond: developmentErrorResponder() }))
app.pipe(serveStatic(new URL('../public/', import.meta.url)))

app.get('/', () => text('Hello, world!'), 'home')
app.get('/hello/{name}', (request) => text(`Hello, ${request.params.name}!`), 'hello')
app.get('/ping', () => json({ ack: Math.floor(Date.now() / 1000) }), 'ping')

export default app
