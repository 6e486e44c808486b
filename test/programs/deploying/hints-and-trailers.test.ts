import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Application, createServer, type Server, text, toNodeHandler } from '@app/core'
import { earlyHints, trailers } from '@app/core/extending'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate } from './certificate.ts'

const LINK = '</style.css>; rel=preload; as=style'
const sum = (content: string) => createHash('sha256').update(content).digest('hex')

const app = new Application()
  .pipe('/hints', (request) => {
    earlyHints(request, { link: [LINK, '</code.js>; rel=preload; as=script'] })
    earlyHints(request, { link: LINK })
    return text('the page')
  })
  .pipe('/invalid', (request) => {
    earlyHints(request, { link: 'style.css' })
    return text('the page')
  })
  .pipe('/rows', (request) => {
    const hash = createHash('sha256')
    trailers(request, { 'x-checksum': () => hash.digest('hex') })
    trailers(request, { 'server-timing': () => 'rows;dur=2' })
    const rows = ['first\n', 'second\n'].map((row) => new TextEncoder().encode(row))
    return new Response(
      new ReadableStream({
        pull(controller) {
          const row = rows.shift()
          if (row === undefined) return controller.close()
          hash.update(row)
          controller.enqueue(row)
        },
      }),
    )
  })
  .pipe('/text', (request) => {
    trailers(request, { 'x-checksum': () => sum('a text') })
    return text('a text')
  })
  .pipe('/empty', (request) => {
    trailers(request, { 'x-checksum': () => sum('') })
    return new Response(null, { status: 204 })
  })
  .pipe('/fails', (request) => {
    trailers(request, {
      'x-checksum': () => {
        throw new Error('no checksum today')
      },
    })
    return text('a text')
  })
  .pipe('/in-front', (request) => {
    trailers(request, { 'Content-Type': () => 'text/plain' })
    return text('a text')
  })

const folder = mkdtempSync(join(tmpdir(), 'hints-'))
const { cert, key } = makeCertificate(folder)
let plain: Server
let secure: Server
beforeAll(async () => {
  const onError = () => undefined
  plain = await createServer(app, { onError }).listen({ port: 0, host: '127.0.0.1' })
  secure = await createServer(app, { tls: { cert, key }, http2: true }).listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await Promise.all([plain.close({ grace: 0.2 }), secure.close({ grace: 0.2 })])
  rmSync(folder, { recursive: true })
})

interface Seen {
  readonly status: number | undefined
  readonly hints: readonly unknown[]
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly trailers: object
}

/** Sends a request over HTTP/1.1. */
async function over1(path: string, method = 'GET', port = plain.address?.port): Promise<Seen> {
  const asked = request({ host: '127.0.0.1', port, path, method, agent: false })
  const hints: unknown[] = []
  asked.on('information', ({ statusCode, headers }) => hints.push([statusCode, headers.link]))
  asked.end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += chunk
  return { status: response.statusCode, hints, headers: response.headers, body, trailers: response.trailers }
}

/** Sends a request over HTTP/2. */
async function over2(path: string): Promise<Seen> {
  const session = connectHttp2(`https://127.0.0.1:${secure.address?.port}`, { ca: cert })
  const stream = session.request({ ':path': path })
  const hints: unknown[] = []
  let answer: IncomingHttpHeaders & { readonly ':status'?: number | undefined } = {}
  let behind: object = {}
  stream.on('headers', (headers) => hints.push([headers[':status'], headers.link]))
  stream.on('response', (headers) => {
    answer = headers
  })
  stream.on('trailers', (headers) => {
    behind = { ...headers }
  })
  let body = ''
  for await (const chunk of stream.setEncoding('utf8')) body += chunk
  session.close()
  return { status: answer[':status'], hints, headers: answer, body, trailers: behind }
}

test('early hints (103) arrive ahead of the response, over HTTP/1.1 and HTTP/2', async () => {
  const links = `${LINK}, </code.js>; rel=preload; as=script`
  for (const seen of [await over1('/hints'), await over2('/hints')]) {
    expect(seen).toMatchObject({
      status: 200,
      hints: [
        [103, links],
        [103, LINK],
      ],
      body: 'the page',
    })
  }
})

test('an early hint that is not a link makes the handler throw, so that the request is answered with a 500', async () => {
  expect(await over1('/invalid')).toMatchObject({ status: 500, hints: [] })
})

test('trailers arrive after a body that is a stream or a text, over HTTP/1.1 and HTTP/2', async () => {
  for (const over of [over1, over2]) {
    const rows = await over('/rows')
    expect(rows).toMatchObject({ body: 'first\nsecond\n', headers: { trailer: 'x-checksum, server-timing' } })
    expect(rows.trailers).toMatchObject({ 'x-checksum': sum('first\nsecond\n'), 'server-timing': 'rows;dur=2' })
    const { body, trailers, headers } = await over('/text')
    expect([body, trailers]).toMatchObject(['a text', { 'x-checksum': sum('a text') }])
    expect(headers['content-length']).toBeUndefined()
  }
})

test('a response without a body has no trailers, and neither has a response to HEAD', async () => {
  expect(await over1('/empty')).toMatchObject({ status: 204, trailers: {} })
  expect(await over2('/empty')).toMatchObject({ status: 204, trailers: {} })
  expect(await over1('/text', 'HEAD')).toMatchObject({ status: 200, trailers: {} })
})

test('if a trailer cannot be made the response is cut, so that the client notices that it is incomplete', async () => {
  await expect(over1('/fails')).rejects.toThrow(/aborted|hang up|ECONNRESET/)
})

test('a trailer is refused if it has the name of a header that says how to read the body, such as content-length', async () => {
  expect((await over1('/in-front')).status).toBe(500)
})

test('a client of HTTP/1.0 gets the response without hints and trailers', async () => {
  for (const path of ['/hints', '/text']) {
    const socket = connect(plain.address?.port as number, '127.0.0.1').setEncoding('utf8')
    socket.write(`GET ${path} HTTP/1.0\r\nHost: x\r\n\r\n`)
    let answer = ''
    for await (const data of socket) answer += data
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n(?:the page|a text)$/)
    expect(answer).not.toMatch(/103|trailer/i)
  }
})

test('without a socket, early hints and trailers have no effect', async () => {
  expect(await (await app.request('/hints')).text()).toBe('the page')
  expect(await (await app.fetch(new Request('http://localhost/text'))).text()).toBe('a text')
  expect(await (await app.request('/rows')).text()).toBe('first\nsecond\n')
})

test('early hints and trailers also work in an application that Express mounts', async () => {
  const outer = express().use('/inside', toNodeHandler(app)).listen(0, '127.0.0.1')
  await once(outer, 'listening')
  const { port } = outer.address() as { port: number }
  expect(await over1('/inside/hints', 'GET', port)).toMatchObject({
    body: 'the page',
    hints: [expect.anything(), [103, LINK]],
  })
  expect(await over1('/inside/text', 'GET', port)).toMatchObject({ trailers: { 'x-checksum': sum('a text') } })
  outer.close()
})
