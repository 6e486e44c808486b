import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createServer, type RequestHandler, type Server, stream } from '../index.ts'
import { createChunkedResponse } from './web-create-response.ts'

const running: Server[] = []

afterEach(() => Promise.all(running.splice(0).map((server) => server.close({ grace: 0.2 }))))

async function serving(handler: RequestHandler, errors: unknown[] = []): Promise<string> {
  const server = createServer(handler, { onError: (error) => errors.push(error) })
  await server.listen({ port: 0, host: '127.0.0.1' })
  running.push(server)
  return `http://127.0.0.1:${server.address?.port}`
}

async function* chunks(): AsyncGenerator<string | Uint8Array<ArrayBuffer>> {
  yield 'grö'
  yield ''
  yield Uint8Array.of(0xc3, 0x9f)
  yield 'e'
}

test('stream() sends strings and bytes in their order', async () => {
  const url = await serving(() => stream(chunks(), { status: 201, headers: { 'content-type': 'text/plain' } }))
  const answer = await fetch(url)
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([201, 'text/plain', 'größe'])
})

test('text(), bytes(), blob(), body and clone() work for a body in chunks, on node and on other platforms', async () => {
  const makers = [() => stream(chunks()), () => createChunkedResponse(chunks(), 'application/octet-stream')]
  for (const make of makers) {
    expect(make().headers.get('content-type')).toBe('application/octet-stream')
    expect(await make().text()).toBe('größe')
    expect((await make().bytes()).length).toBe(7)
    expect((await make().blob()).size).toBe(7)
    expect(await new Response(make().body).text()).toBe('größe')
    const response = make()
    expect([await response.clone().text(), await response.text()]).toEqual(['größe', 'größe'])
    expect(response.bodyUsed).toBe(true)
  }
})

test('middleware can access the body of a stream() response before it is sent', async () => {
  const url = await serving(() => {
    const response = stream(chunks())
    void response.body
    return response
  })
  expect(await (await fetch(url)).text()).toBe('größe')
})

test('answering two requests with the same stream() response is an error', async () => {
  const errors: unknown[] = []
  const response = stream(chunks())
  const url = await serving(() => response, errors)
  expect([await (await fetch(url)).text(), (await fetch(url)).status]).toEqual(['größe', 500])
  expect(String(errors)).toContain('This response was sent before')
})

test('the generator of a stream() response is ended when the client leaves, and for a HEAD request', async () => {
  const ended: string[] = []
  const url = await serving(({ method }) => {
    async function* endless() {
      try {
        for (;;) {
          yield 'x'
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
      } finally {
        ended.push(method)
      }
    }
    return stream(endless())
  })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await once(socket, 'data')
  socket.destroy()
  await expect.poll(() => ended).toEqual(['GET'])
  expect(await (await fetch(url, { method: 'HEAD' })).text()).toBe('')
  await expect.poll(() => ended).toEqual(['GET', 'HEAD'])
})

test('an error before the first chunk is a 500; a later error, or a chunk of a wrong type, cuts the response off', async () => {
  const errors: unknown[] = []
  async function* failing(after: unknown[]) {
    yield* after as string[]
    throw new Error('no more')
  }
  const url = await serving(({ path }) => {
    if (path === '/first') return stream(failing([]))
    return stream(path === '/later' ? failing(['a', 'b']) : failing(['a', 5]))
  }, errors)
  expect((await fetch(`${url}/first`)).status).toBe(500)
  await expect(fetch(`${url}/later`).then((answer) => answer.text())).rejects.toThrow()
  await expect(fetch(`${url}/other`).then((answer) => answer.text())).rejects.toThrow()
  expect(errors.map(String)).toEqual([
    'Error: no more',
    'Error: no more',
    "TypeError: A response's stream gives bytes or texts, got a number",
  ])
})

test('stream() refuses a value that is not an async iterable', () => {
  for (const value of [undefined, 'abc', [], new Uint8Array(1)]) {
    expect(() => stream(value as never)).toThrow('stream() takes an async iterable of texts and bytes, got ')
  }
})
