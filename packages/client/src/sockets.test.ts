import { Application, createServer } from '@app/core'
import { endpoint, eventContent, streamContent, textContent } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { createClient } from './index.ts'

const endpoints = {
  upload: endpoint({ method: 'PUT', path: '/file', body: streamContent(), responses: { 200: textContent() } }),
  count: endpoint({ method: 'GET', path: '/count', responses: { 200: eventContent(z.number()) } }),
  hang: endpoint({ method: 'GET', path: '/hang', responses: { 204: null } }),
}

test('over sockets, a client streams a body and reads events; on the server, the signal of the request aborts if the client aborts the call or stops reading', async () => {
  const arrived: string[] = []
  const left: string[] = []
  const leaves = (name: string, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      arrived.push(name)
      signal.addEventListener('abort', () => {
        left.push(name)
        resolve()
      })
    })
  const app = new Application({ router: new FindMyWayRouter() })
  app.route(implement(endpoints.upload, async ({ body }) => new Response(body).text()))
  app.route(
    implement(endpoints.count, async function* ({ request }) {
      const gone = leaves('reader', request.signal)
      yield { data: 1 }
      yield { data: 2 }
      await gone
    }),
  )
  app.route(implement(endpoints.hang, ({ request }) => leaves('call', request.signal)))
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await server.close()
  })
  const api = createClient(endpoints, { baseUrl: `http://127.0.0.1:${server.address?.port}` })

  const uploaded = await api.upload({ body: new Blob(['a'.repeat(100_000), 'b']).stream() })
  expect([uploaded.status, (uploaded.data as string).length]).toEqual([200, 100_001])

  const counted = await api.count()
  if (counted.status !== 200) throw new Error(counted.data.detail)
  for await (const { data } of counted.data) if (data === 2) break
  await expect.poll(() => left).toEqual(['reader'])

  const controller = new AbortController()
  const hanging = api.hang({}, { signal: controller.signal, timeout: 0 }).catch((error: unknown) => error)
  await expect.poll(() => arrived).toEqual(['reader', 'call'])
  controller.abort()
  expect(await hanging).toBe(controller.signal.reason)
  await expect.poll(() => left).toEqual(['reader', 'call'])
})
