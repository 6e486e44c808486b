import { Application, json, text } from '@app/core'
import { openTelemetry } from '@app/opentelemetry'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { recorded } from './recorded.ts'

const users = new Application({ router: new FindMyWayRouter() })
users.get('/{id}', (request) => json(request.params))
users.post('/', async (request) => json({ name: await request.json() }, { status: 201 }))
users.get('/{id}/fails', () => Promise.reject(new TypeError('the database is gone')))

const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
app.pipe('/recorded', async () => json(await recorded()))
app.pipe(openTelemetry())
app.pipe('/api/users', users)
app.get('/asks/{id}', async ({ params, url }) => {
  const answer = await fetch(new URL(`/api/users/${params.id}`, url))
  return new Response(answer.body, answer)
})
app.get('/hangs', () => new Promise(() => undefined))
app.get('/busy', () => text('busy', { status: 503 }))

await app.run({ port: 0, host: '127.0.0.1' })
