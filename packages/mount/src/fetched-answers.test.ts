import { createServer as createNodeServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { Application, createServer, type Middleware } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mount, proxy } from './index.ts'

const TEXT = 'some words of an answer, '.repeat(100)

/**
 * The codings of the responses of a server upstream. `fetch` decodes the first five, and leaves the others as they are.
 */
const codings: Readonly<Record<string, (text: string) => Uint8Array>> = {
  gzip: gzipSync,
  'X-Gzip': gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  'gzip, br': (text) => brotliCompressSync(gzipSync(text)),
  none: (text) => Buffer.from(text),
  unknown: (text) => Buffer.from(text),
  'unknown, gzip': (text) => gzipSync(text),
}

const upstream = createNodeServer((incoming, outgoing) => {
  const { searchParams } = new URL(incoming.url as string, 'http://localhost')
  const coding = searchParams.get('coding') ?? ''
  const body = codings[coding]?.(TEXT) ?? Buffer.alloc(0)
  outgoing.setHeader('content-type', 'text/plain')
  if (coding !== 'none') outgoing.setHeader('content-encoding', coding)
  if (searchParams.has('announced')) outgoing.setHeader('content-length', body.length)
  outgoing.writeHead(200, { connection: 'keep-alive, x-hop', 'x-hop': '1', 'keep-alive': 'timeout=1' })
  outgoing.write(body.subarray(0, 10))
  outgoing.end(body.subarray(10))
})

const setting: Middleware = async (request, handler) => {
  const response = await handler(request)
  response.headers.set('x-served-by', 'a')
  return response
}

const fetched = (search: string) => fetch(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}/${search}`)

/** The ways in which an application passes on a response that it has fetched. */
const ways: Readonly<Record<string, (search: string) => Middleware>> = {
  'a handler': (search) => () => fetched(search),
  'a nested application': (search) => (request, handler) =>
    new Application()
      .pipe(setting)
      .pipe(() => fetched(search))
      .process(request, handler),
  'a mounted handler': (search) => mount(() => fetched(search)),
  'a handler mounted with its CORS headers': (search) => mount(() => fetched(search), { cors: true }),
  'proxy()': () => (request) => proxy(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`)(request),
}

let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined }).pipe(setting)
  for (const [index, way] of Object.values(ways).entries()) {
    app.get(`/${index}`, (request) => way(new URL(request.url).search)(request, () => new Response('unused')))
  }
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  port = server.address?.port as number
  afterAll(async () => {
    await server.close()
    upstream.close()
  })
})

const cells = Object.keys(ways).flatMap((way, index) =>
  Object.keys(codings).flatMap((coding) =>
    ['announced', 'in chunks'].flatMap((length) =>
      ['GET', 'HEAD'].map((method) => ({ way, index, coding, length, method })),
    ),
  ),
)

test.each(cells)(
  '$way passes on a response of $coding, $length, to $method',
  async ({ index, coding, length, method }) => {
    const query = new URLSearchParams({ coding, ...(length === 'announced' && { announced: '1' }) })
    const answer = await fetch(`http://127.0.0.1:${port}/${index}?${query}`, { method })
    const isDecoded = !/unknown|none/.test(coding)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-served-by')).toBe('a')
    const expected =
      isDecoded || coding === 'none' ? TEXT : Buffer.from(codings[coding]?.(TEXT) as Uint8Array).toString()
    expect(await answer.text()).toBe(method === 'HEAD' ? '' : expected)
    if (method === 'GET') expect(answer.headers.get('content-encoding')).toBe(/unknown/.test(coding) ? coding : null)
  },
)
