import { Application } from '@app/core'
import { doublePass, doublePassError } from '@app/double-pass'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(
  doublePass((request, response, next) => {
    response.headers.set('x-a', '1')
    return next(request, response)
  }),
)
app.get('/broken', () => {
  throw new Error('broken')
})
app.pipeRoutingMiddleware()
app.pipeDispatchMiddleware()
app.pipe(
  doublePassError((_error, _request, response) => {
    response.status = 500
    return response.write('Sorry.')
  }),
)
export default app
