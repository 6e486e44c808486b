import { Application, createServer, json } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { answerTo, Input } from '../validated-schemas.mjs'

/** The same handler as of `ours-endpoint`, which calls `schema.parse` by hand. */
export function start(port) {
  const app = new Application({ router: new FindMyWayRouter() })
  app.post('/notes', async (request) => json(answerTo(Input.parse(await request.json()))))
  return createServer(app).listen({ port, host: '127.0.0.1' })
}
