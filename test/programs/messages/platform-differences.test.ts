import { inspect } from 'node:util'
import { Application, createServer, json, type RequestHandler, redirect, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { lightHeaders, realHeaders } from '../../../packages/http/src/response/outcome.test-kit.ts'

/**
 * Points in which our requests, responses and headers differ from the platform's own on purpose. The other tests in
 * this folder, and the tests of responses and headers in `@app/http`, compare the rest.
 */

test('a response is sent once, as a second client would get the headers added for the first; a clone may be sent', async () => {
  const errors: unknown[] = []
  const shared = text('hello')
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  app.get('/shared', () => shared)
  app.get('/cloned', () => shared.clone())

  expect((await app.request('/shared')).status).toBe(200)
  expect((await app.request('/shared')).status).toBe(500)
  expect(errors).toEqual([expect.objectContaining({ code: 'APP_RESPONSE_USED' })])
  expect((await app.request('/cloned')).status).toBe(200)
})

test('a redirect may be relative, as a server cannot be sure of its public name', () => {
  expect(redirect('/a b?ü').headers.get('location')).toBe('/a%20b?%C3%BC')
  expect(() => Response.redirect('/a b')).toThrow(TypeError)
})

test('headers of a redirect can be set, as middleware further out adds headers to every response', () => {
  const { headers } = redirect('https://example.com/')
  headers.set('vary', 'accept')

  expect(headers.get('vary')).toBe('accept')
  expect(() => Response.redirect('https://example.com/').headers.set('vary', 'accept')).toThrow(TypeError)
})

test('text() refuses a promise and undefined, which the platform would convert to text such as "undefined"', () => {
  expect(() => text(Promise.resolve('x') as never)).toThrow(TypeError)
  expect(() => text(undefined as never)).toThrow(TypeError)
  expect(() => json(Promise.resolve('x') as never)).toThrow(TypeError)
})

test('inspect() shows the names of headers sorted and in lower case, as our headers keep them', () => {
  expect(inspect(lightHeaders({ B: '2', a: '1' }))).toBe("Headers { a: '1', b: '2' }")
  expect(inspect(realHeaders({ B: '2', a: '1' }))).toBe("Headers { B: '2', a: '1' }")
})

test('the platform’s own methods refuse a response of the framework as their receiver', () => {
  const response = text('hello')

  expect(() => Reflect.get(Response.prototype, 'status', response)).toThrow(TypeError)
  expect(() => Response.prototype.clone.call(response)).toThrow(TypeError)
})

test('a structured clone of a response is empty, where the platform refuses to make one', () => {
  expect(structuredClone(text('hello'))).toEqual({})
  expect(() => structuredClone(new Response('hello'))).toThrow(DOMException)
})

test('headers of a request cannot be set, as all middleware shares the same request; headers of request.raw can be set', async () => {
  const answer = await ask('/', (request) => {
    expect(() => request.headers.set('a', '1')).toThrow(TypeError)
    expect(() => request.headers.append('a', '1')).toThrow(TypeError)
    expect(() => request.headers.delete('a')).toThrow(TypeError)
    request.raw.headers.set('a', '1')
    return text(String(request.headers.get('a')))
  })

  expect(answer).toBe('null')
})

test('request.url has the canonical path, as every decision depends on that path', async () => {
  const answer = await ask('/%61%2d/../%7eb?%61', ({ url, raw }) => text(`${url} ${raw.url}`))

  expect(answer).toBe('http://localhost/~b?%61 http://localhost/~b?%61')
})

test('over a socket, request.body is null for an empty body, as HTTP has no difference between an empty and a missing body', async () => {
  expect(await askServer({ method: 'POST', body: '' }, ({ body }) => json(body === null))).toBe(true)
  expect(new Request('http://localhost/', { method: 'POST', body: '' }).body).not.toBeNull()
})

test('over a socket, request.raw has no headers of the connection, so that it can be sent to another server', async () => {
  const dropped = await askServer({}, ({ headers, raw }) => {
    return json([raw.headers.get('host'), ...[...headers.keys()].filter((name) => !raw.headers.has(name))])
  })

  expect(dropped).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+$/), 'connection'])
})

async function ask(path: string, handler: RequestHandler): Promise<string> {
  const answer = await new Application().pipe(handler).request(path)
  return answer.text()
}

async function askServer(init: RequestInit, handler: RequestHandler): Promise<unknown> {
  const server = await createServer(handler).listen({ port: 0, host: '127.0.0.1' })
  try {
    const answer = await fetch(`http://127.0.0.1:${server.address?.port}/`, init)
    return await answer.json()
  } finally {
    await server.close()
  }
}
