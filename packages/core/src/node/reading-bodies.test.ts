import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampled } from '../../../../test/programs/sampled.ts'
import { Application, createServer, type Server, type ServerRequest, text } from '../index.ts'

type Reader = (request: ServerRequest) => Promise<string>

const readers: Readonly<Record<string, Reader>> = {
  'at once': (request) => request.text(),
  'after an await': async (request) => {
    await undefined
    return request.text()
  },
  'after many awaits': async (request) => {
    for (let i = 0; i < 100; i++) await undefined
    return request.text()
  },
  'in the next turn': async (request) => {
    await turn()
    return request.text()
  },
  'after a timer': async (request) => {
    await sleep(20)
    return request.text()
  },
  twice: async (request) => {
    const first = await request.text()
    await turn()
    return first === (await request.text()) ? first : 'another'
  },
  'twice at once': async (request) => {
    const [first, second] = await Promise.all([request.text(), request.text()])
    return first === second ? first : 'another'
  },
  'as bytes, after body was looked at': async (request) => {
    if (request.body === null) return ''
    return new TextDecoder().decode(await request.bytes())
  },
  'through body': async (request) => new Response(request.body).text(),
  'through body, after a timer': async (request) => {
    const { body } = request
    await sleep(20)
    return new Response(body).text()
  },
  'through body, chunk by chunk, slowly': async (request) => {
    const decoder = new TextDecoder()
    let read = ''
    for await (const chunk of request.body ?? []) {
      await turn()
      read += decoder.decode(chunk, { stream: true })
    }
    return read
  },
  'through raw': (request) => request.raw.text(),
  'through a clone of raw, and itself': async (request) => {
    const clone = request.raw.clone()
    const [first, second] = await Promise.all([clone.text(), request.text()])
    return first === second ? first : 'another'
  },
  never: async () => 'never',
}

const bodies: Readonly<Record<string, string>> = {
  'no byte': '',
  'one byte': 'x',
  'some bytes': 'grün '.repeat(100),
  'more bytes than node keeps unread': 'grün '.repeat(40_000),
}

/** Reads the body by the reader that the query names, and answers with the text's length and end, as `length:end`. */
const app = new Application().pipe(async (request) => {
  const read = await (readers[request.query.get('read') ?? ''] as Reader)(request)
  return text(read === 'never' ? 'never' : `${read.length}:${read.slice(-5)}`)
})

let server: Server
beforeAll(async () => {
  server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close({ grace: 0.2 }))

function request(reader: string, body: string, isChunked: boolean): string {
  const path = `/?read=${encodeURIComponent(reader)}`
  const bytes = Buffer.byteLength(body)
  if (!isChunked) return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n${body}`
  const chunk = bytes ? `${bytes.toString(16)}\r\n${body}\r\n` : ''
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`
}

function expected(reader: string, body: string): string {
  return reader === 'never' ? 'never' : `${body.length}:${body.slice(-5)}`
}

/** Sends bytes in `pieces` pieces, with a pause after each, and returns the bodies of the first `answers` responses. */
async function exchange(bytes: Buffer, pieces: number, answers: number): Promise<string[]> {
  const socket = connect(server.address?.port as number, '127.0.0.1')
  await once(socket, 'connect')
  let received = ''
  const texts = () =>
    [...received.matchAll(/content-length: (\d+)[\s\S]*?\r\n\r\n/g)].map(({ 0: head, 1: length, index }) =>
      received.slice(index + head.length, index + head.length + Number(length)),
    )
  const done = new Promise<void>((resolve, reject) => {
    socket.on('data', (data) => {
      received += data.toString('latin1')
      if (texts().length === answers && texts().at(-1)) resolve()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`closed after: ${received}`)))
  })
  const size = Math.ceil(bytes.length / pieces)
  for (let at = 0; at < bytes.length; at += size) {
    socket.write(bytes.subarray(at, at + size))
    if (pieces > 1) await sleep(1)
  }
  await done
  socket.removeAllListeners('close').destroy()
  return texts().map((each) => Buffer.from(each, 'latin1').toString())
}

interface Exchange {
  readonly reader: string
  readonly name: string
  readonly isChunked: boolean
  /** The number of pieces in which the bytes are sent, with a pause after each. */
  readonly pieces: number
  /** The readers of two more requests each, which are pipelined with this one. */
  readonly others: readonly string[]
}

const exchanges: readonly Exchange[] = Object.keys(readers).flatMap((reader) =>
  Object.keys(bodies).flatMap((name) =>
    [false, true].flatMap((isChunked) => [
      ...[1, 2, 7].map((pieces) => ({ reader, name, isChunked, pieces, others: [] })),
      ...Object.keys(readers).flatMap((other) =>
        [1, 5].map((pieces) => ({ reader, name, isChunked, pieces, others: [other, reader, other] })),
      ),
    ]),
  ),
)

test.each(sampled(exchanges, ({ reader, name }) => `${reader} ${name}`, 4))(
  'a body of $name, read in the way "$reader", is read in $pieces pieces (chunked: $isChunked, pipelined with $others)',
  async ({ reader, name, isChunked, pieces, others }) => {
    const body = bodies[name] as string
    const all = [reader, ...others]
    const bytes = Buffer.concat(all.map((one) => Buffer.from(request(one, body, isChunked))))
    expect(await exchange(bytes, pieces, all.length)).toEqual(all.map((one) => expected(one, body)))
  },
)
