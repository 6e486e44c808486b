import { Application, createServer } from '@app/core'
import { endpoint } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { answerTo, Input, Output } from '../validated-schemas.mjs'

export function start(port) {
  const app = new Application({ router: new FindMyWayRouter() })
  const saveNote = endpoint({ method: 'POST', path: '/notes', body: Input, responses: { 200: Output } })
  app.route(implement(saveNote, ({ body }) => answerTo(body)))
  return createServer(app).listen({ port, host: '127.0.0.1' })
}
