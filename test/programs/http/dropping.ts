import { Application } from '@app/core'
import { text } from '@app/http'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })
app.pipe((request, handler) => {
  // The answer of the handler is dropped, so that no code handles its error.
  handler(request)
  return text('early')
})
app.get('/', async () => {
  throw new Error('later')
})
await app.run()
