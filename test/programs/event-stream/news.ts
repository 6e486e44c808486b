import { setTimeout as sleep } from 'node:timers/promises'
import { Application, html } from '@app/core'
import { eventStream } from '@app/event-stream'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })
app.get('/', () => html('<!doctype html><title>News</title>'))
app.get(
  '/news',
  eventStream(async function* (_request, { lastEventId, signal }) {
    yield { retry: 10 }
    for (let id = Number(lastEventId ?? 0) + 1; ; id++) {
      yield { event: 'count', id, data: { count: id, from: process.pid } }
      await sleep(20, undefined, { signal })
    }
  }),
)
await app.run({ port: Number(process.env.PORT), host: '127.0.0.1' })
