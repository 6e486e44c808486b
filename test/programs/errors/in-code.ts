import { Application, ErrorHandler } from '@app/core'
import { problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })

app.pipe(problemDetails())

if (process.env.NODE_ENV === 'development') {
  const { developmentErrorResponder } = await import('@app/development')
  app.pipe(new ErrorHandler({ respond: developmentErrorResponder() }))
}

app.get('/broken', () => {
  throw new Error('The password is 1234.')
})

export default app
