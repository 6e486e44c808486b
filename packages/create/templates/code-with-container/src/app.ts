import { Application, ErrorHandler } from '@app/core'
import { developmentErrorResponder } from '@app/core/development'
import { accessLog } from '@app/core/logging'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { serveStatic } from '@app/static'
import { container } from './container.ts'

const app = new Application({ container, router: new FindMyWayRouter() })

app.pipe(accessLog())
// A page with all that helps to find an error, where NODE_ENV is "development"; elsewhere nothing is said of it.
app.pipe(new ErrorHandler({ respond: developmentErrorResponder() }))
app.pipe(serveStatic(new URL('../public/', import.meta.url)))

app.get('/', 'hello', 'home')
app.get('/hello/{name}', 'hello', 'hello')
app.get('/ping', 'ping', 'ping')

export default app
