import { mkdtempSync, rmSync } from 'node:fs'
import { connect as connectHttp2, createServer as createHttp2Server, type Http2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bodyParser, PARSED_BODY, readBody } from '@app/body-parser'
import { connect } from '@app/connect'
import { Application, BODY_LIMIT, createServer, type Middleware, type Server, text, toNodeHandler } from '@app/core'
import { mount } from '@app/mount'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { multipart, UPLOAD, uploads } from '@app/uploads'
import { readForm } from '@app/view'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sampled } from '../programs/sampled.ts'
import { exchange } from './raw-exchange.ts'

const folder = mkdtempSync(join(tmpdir(), 'chunked-bodies-'))
const BOUNDARY = 'a-boundary-as-long-as-the-platform-wants-it'
const FORM = `multipart/form-data; boundary=${BOUNDARY}`
const FORM_START = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n`

const lengthOf = async (stream: ReadableStream<Uint8Array> | null) => {
  let length = 0
  let chunks = 0
  for await (const chunk of stream ?? []) {
    length += chunk.length
    chunks++
  }
  return text(`${length} in ${chunks}`)
}

/** The readers of a body. Each answers with the number of bytes that it has read. */
const readers: Readonly<Record<string, { readonly type: string; readonly read: Middleware | readonly Middleware[] }>> =
  {
    bytes: { type: 'text/plain', read: async (request) => text(`${(await request.bytes()).length}`) },
    text: { type: 'text/plain', read: async (request) => text(`${(await request.text()).length}`) },
    body: { type: 'text/plain', read: ({ body }) => lengthOf(body) },
    raw: { type: 'text/plain', read: async ({ raw }) => text(`${(await raw.text()).length}`) },
    mount: { type: 'text/plain', read: mount(async (request) => lengthOf(request.body)) },
    readBody: { type: 'text/plain', read: async (request) => text(`${(await readBody(request)).length}`) },
    bodyParser: {
      type: 'text/plain',
      read: [bodyParser(), (request) => text(`${(request.attribute(PARSED_BODY) as string).length}`)],
    },
    connect: {
      type: 'application/octet-stream',
      read: connect(((
        incoming: NodeJS.ReadableStream,
        outgoing: { end(text: string): void },
        next: (e: Error) => void,
      ) => {
        let length = 0
        incoming.on('data', (chunk: Buffer) => {
          length += chunk.length
        })
        incoming.on('end', () => outgoing.end(`${length}`))
        incoming.on('error', next)
      }) as never),
    },
    formData: {
      type: FORM,
      read: async (request) => text(`${((await request.formData()).get('a') as File).size}`),
    },
    multipart: {
      type: FORM,
      read: async (request) => {
        for await (const part of multipart(request)) if (part.kind === 'file') return await lengthOf(part.stream)
        return text('no file')
      },
    },
    uploads: {
      type: FORM,
      read: [uploads({ folder }), (request) => text(`${request.attribute(UPLOAD).files[0]?.size}`)],
    },
    readForm: {
      type: FORM,
      read: async (request) => {
        const sent = await readForm(request, z.object({ a: z.file() }))
        return text(`${sent.isValid && sent.value.a.size}`)
      },
    },
    'nobody, so that the rest is dropped': { type: 'text/plain', read: () => text('unread') },
    'nobody, since the body is the answer': { type: 'text/plain', read: ({ body }) => new Response(body) },
  }
const names = Object.keys(readers)
const AS_ANSWER = 'nobody, since the body is the answer'

let plain: Server
let http2: Http2Server
const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })

beforeAll(async () => {
  for (const [index, { read }] of Object.values(readers).entries()) {
    app.post(`/${index}`, read as Middleware).set(BODY_LIMIT, 4_000_000)
  }
  plain = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  http2 = createHttp2Server(toNodeHandler(app) as never)
  await new Promise<void>((resolve) => http2.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await plain.close({ grace: 0 })
  http2.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Sends a body of `chunks` chunks of `size` bytes, and returns the status and the body of the response. */
async function send(name: string, chunks: number, size: number): Promise<string> {
  const type = readers[name]?.type
  const frame = (content: string) => `${content.length.toString(16)}\r\n${content}\r\n`
  const head = `POST /${names.indexOf(name)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\n`
  const [before, after] = type === FORM ? [FORM_START, `\r\n--${BOUNDARY}--\r\n`].map(frame) : ['', '']
  const body = `${before}${frame('x'.repeat(size)).repeat(chunks)}${after}0\r\n\r\n`
  const steps = [{ send: `${head}Transfer-Encoding: chunked\r\n\r\n${body}` }]
  const { bytes } = await exchange(plain.address?.port as number, steps, { timeoutMs: 10_000 })
  return bytes.replace(/^HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n/, '$1 ')
}

test.each(names)('a body in tiny chunks is refused if it is read by: %s', async (name) => {
  const answer = await send(name, 100_000, 1)
  // The response has begun if it is the body; it breaks off, and so does a response whose client goes on sending.
  if (name === AS_ANSWER) expect(answer).not.toContain('0\r\n\r\n')
  else if (name.startsWith('nobody')) expect(answer).toMatch(/^200 unread$|^$/)
  else expect(answer).toMatch(/^413 |^$/)
})

const fitting = names.flatMap(
  (name) =>
    [
      [name, 16_000, 1],
      [name, 40_000, 30],
      [name, 1_000, 2_000],
    ] as const,
)

test.each(sampled(fitting, ([name]) => name))(
  'a body that is read by %s may have %i chunks of %i bytes',
  async (name, chunks, size) => {
    const answer = await send(name, chunks, size)
    if (name === AS_ANSWER) expect(answer.replace(/[^x]/g, '')).toHaveLength(chunks * size)
    else expect(answer).toMatch(name.startsWith('nobody') ? /^200 unread$/ : new RegExp(`^200 ${chunks * size}\\b`))
  },
)

test('a client that goes on sending slowly is cut off at the request timeout, whoever reads its body', async () => {
  const slow = await createServer(app, { headersTimeout: 0.5, requestTimeout: 0.5 }).listen({
    port: 0,
    host: '127.0.0.1',
  })
  const dribble = [...Array(100).keys()].flatMap(() => [{ send: '1\r\nx\r\n' }, { wait: 50 }])
  const exchanges = names.map(async (name, index) => {
    const type = readers[name]?.type
    const head = `POST /${index} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const { ended, ms } = await exchange(slow.address?.port as number, [{ send: head }, ...dribble], {
      timeoutMs: 20_000,
    })
    return [name, ended === 'timeout' || ms > 5_000]
  })
  expect(await Promise.all(exchanges)).toEqual(names.map((name) => [name, false]))
  await slow.close({ grace: 0 })
})

test('chunks that arrive together are given as one', async () => {
  for (const name of ['body', 'mount']) {
    const [, chunks] = /^200 16000 in (\d+)$/.exec(await send(name, 16_000, 1)) ?? []
    expect(Number(chunks)).toBeLessThan(200)
  }
})

test.each(['bytes', 'body', 'multipart'])(
  'a body in tiny frames of HTTP/2 is refused if it is read by: %s',
  async (name) => {
    const session = connectHttp2(`http://127.0.0.1:${(http2.address() as AddressInfo).port}`)
    session.on('error', () => undefined)
    const stream = session.request({
      ':method': 'POST',
      ':path': `/${names.indexOf(name)}`,
      'content-type': readers[name]?.type,
    })
    stream.on('error', () => undefined)
    const status = new Promise((resolve) => stream.on('response', (headers) => resolve(headers[':status'])))
    if (readers[name]?.type === FORM) stream.write(FORM_START)
    // Node sends what is written while a frame is on its way as one frame, so the next write waits for the last.
    const written = () => new Promise<undefined>((resolve) => stream.write('x', () => resolve(undefined)))
    for (let sent = 0; sent < 40_000; sent++) if (await Promise.race([status, written()])) break
    expect(await status).toBe(413)
    session.destroy()
  },
)
