import { Application, createServer, json } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { answerTo, Input } from '../validated-schemas.mjs'

/** The handler of `ours-endpoint` without `@app/endpoint`: the handler calls `schema.parse` itself. */
export function start(port) {
  const app = new Application({ router: new FindMyWayRouter() })
  app.post('/notes', async (request) => json(answerTo(Input.parse(await request.json()))))
  return createServer(app).listen({ port, host: '127.0.0.1' })
}
