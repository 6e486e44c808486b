import { Application } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { serveStatic } from '@app/static'
import { container } from './container.ts'

const app = new Application({ container, router: new FindMyWayRouter() })

app.pipe(serveStatic(new URL('../public/', import.meta.url)))

app.get('/', 'hello', 'home')
app.get('/hello/{name}', 'hello', 'hello')
app.get('/ping', 'ping', 'ping')

export default app
