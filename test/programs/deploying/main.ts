import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })
app.get('/', () => text('Hello, world!'))
app.get('/crash', () => process.exit(1))

await app.run()
