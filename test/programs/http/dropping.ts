import { Application } from '@app/core'
import { text } from '@app/http'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })
app.pipe((request, handler) => {
  // This middleware ignores the promise of the handler, so that no code handles its error.
  handler(request)
  return text('early')
})
app.get('/', async () => {
  throw new Error('later')
})
await app.run()
