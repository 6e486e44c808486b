import { Application, HttpError, json, refuse, text } from '@app/core'
import { ProblemDetailsError, problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'

export const reported: unknown[] = []

const app = new Application({
  router: new FindMyWayRouter(),
  onError: (error, request) => reported.push([request.method, request.path, error]),
})

app.pipe('/api', problemDetails())

app.pipe('/private', (request, handler) =>
  request.headers.has('authorization')
    ? handler(request)
    : refuse(request, 401, { headers: { 'www-authenticate': 'Basic' } }),
)

app.get('/reports/{id}', (request) => {
  if (request.params.id !== '7') throw new HttpError(404, `No report ${request.params.id} in the ledger of 2024`)
  return text('Report 7')
})

app.post('/api/names', () => {
  throw new ProblemDetailsError({ status: 409, detail: 'The name is taken.', suggestions: ['ada2', 'ada3'] })
})

app.get('/api/broken', async () => {
  throw new Error('The password is 1234.')
})

app.get('/api/fine', () => json({ fine: true }))

export default app
