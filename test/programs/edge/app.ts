import { Application, json, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })
app.get('/', () => text('Hello, world!'))
app.get('/users/{id}', (request) => json({ id: request.params.id }), 'user.show')
export default app // Bun and Deno serve this as it is, and Workers with @app/router-trouter
