import { createClient } from '@app/client'
import { Application, createServer, ROUTE_RESULT } from '@app/core'
import { implement } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { http, passthrough } from 'msw'
import { setupServer } from 'msw/node'
import { expect, onTestFinished, test } from 'vitest'
import { app } from './app.ts'
import { createNote, listNotes } from './notes.ts'

const mocks = new Application({ router: new FindMyWayRouter() })
mocks.pipeRoutingMiddleware()
mocks.pipe((request, next) => (request.attribute(ROUTE_RESULT)?.matched ? next(request) : passthrough()))
mocks.pipeDispatchMiddleware()
mocks.route(implement(listNotes, ({ params, query }) => [{ id: query.page, title: params.team, text: '' }]))

const worker = setupServer(http.all('*/teams/*', ({ request }) => mocks.fetch(request)))

test('MSW answers requests by handlers of described endpoints, and passes a request without such a handler to the server', async () => {
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => void (await server.close()))
  worker.listen()
  onTestFinished(() => worker.close())
  const api = createClient({ createNote, listNotes }, { baseUrl: `http://127.0.0.1:${server.address?.port}` })
  const params = { team: 'red' }

  const listed = await api.listNotes({ params, query: { page: 2 } })
  expect(listed).toMatchObject({ status: 200, data: [{ id: 2, title: 'red', text: '' }] })
  expect((await api.listNotes({ params, query: { page: 0 } })).status).toBe(422)

  expect((await api.createNote({ params, body: { title: 'Tea', text: '' } })).status).toBe(201)
  expect((await api.listNotes({ params })).data).toMatchObject([{ id: 1 }])
})
