import { createServer as createNodeServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Application, createServer, ErrorHandler, HttpError, type Middleware, text, toNodeHandler } from '@app/core'
import { beforeSending } from '@app/core/extending'
import { expect, onTestFinished, test } from 'vitest'

const marking: Middleware = (request, handler) => {
  beforeSending(request, ({ headers }) => headers.append('x-seen', request.path))
  return handler(request)
}

test.each([
  ['an answer of text()', () => text('x'), 200],
  ['a response with a stream', () => new Response(new Blob(['x']).stream()), 200],
  ['a response whose headers are locked', () => Response.redirect('http://localhost/'), 302],
  ['the answer to an error that is rejected', () => Promise.reject(new HttpError(409)), 409],
  ['the answer to an error that is thrown', () => fail(new Error('x')), 500],
] as const)('beforeSending() changes %s, with or without an error handler before it', async (_what, answer, status) => {
  for (const app of [new Application({ onError: () => undefined }), new Application().pipe(quietly())]) {
    const response = await app.pipe(marking).pipe(answer).request('/a')
    expect([response.status, response.headers.get('x-seen')]).toEqual([status, '/a'])
  }
})

test('beforeSending() also changes a 404, and a response that middleware further out puts in place of another', async () => {
  const replacing: Middleware = async (request, handler) => {
    await handler(request)
    return text('other')
  }
  expect((await new Application().pipe(marking).request('/a')).headers.get('x-seen')).toBe('/a')
  const replaced = await new Application().pipe(replacing).pipe(marking).request('/a')
  expect([await replaced.text(), replaced.headers.get('x-seen')]).toEqual(['other', '/a'])
})

test('each function that is registered by beforeSending() is called once, in the order of registration', async () => {
  const app = new Application().pipe(marking).pipe('/in', marking)
  expect((await app.request('/in/a')).headers.get('x-seen')).toBe('/in/a, /a')
})

test('an error that a function registered by beforeSending() throws is answered like any error, and reported once', async () => {
  const errors: unknown[] = []
  const app = new Application({ onError: (error) => errors.push(error) })
  app.pipe((request, handler) => {
    beforeSending(request, () => fail(new HttpError(503)))
    return handler(request)
  })
  app.pipe(() => text('x'))
  expect((await app.request('/')).status).toBe(503)
  expect((await app.request('/')).status).toBe(503)
  const thrown = new Application({ onError: (error) => errors.push(error) }).pipe((request) => {
    beforeSending(request, () => fail(new HttpError(503)))
    throw new HttpError(418)
  })
  expect((await thrown.request('/')).status).toBe(503)
  expect(errors.map((error) => (error as HttpError).status)).toEqual([503, 503, 418, 503])
})

test('a server of node sends a response as beforeSending() has changed it', async () => {
  const app = new Application().pipe(marking).pipe(() => text('x'))
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await server.close()
  })
  const response = await fetch(`http://127.0.0.1:${server.address?.port}/a`)
  expect(response.headers.get('x-seen')).toBe('/a')
})

test('Express sends a response as beforeSending() has changed it, and answers errors without the changes', async () => {
  const app = new Application().pipe(marking).pipe('/fails', () => fail(new HttpError(409)))
  const express = toNodeHandler(app.pipe('/answers', () => text('x')))
  const server = createNodeServer((incoming, outgoing) => {
    void express(incoming, outgoing, (error) => outgoing.end(error ? 'their error' : 'their answer'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })
    return [await response.text(), response.headers.get('x-seen')]
  }
  expect(await ask('/answers')).toEqual(['x', '/answers'])
  expect(await ask('/fails')).toEqual(['their error', null])
  expect(await ask('/other')).toEqual(['their answer', null])
})

function quietly(): ErrorHandler {
  return new ErrorHandler({ listeners: [] })
}

function fail(error: Error): never {
  throw error
}
