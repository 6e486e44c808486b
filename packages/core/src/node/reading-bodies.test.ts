import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  'as octets, after body was looked at': async (request) => {
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
  'no octet': '',
  'one octet': 'x',
  'some octets': 'grün '.repeat(100),
  'more octets than node keeps unread': 'grün '.repeat(40_000),
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
  const octets = Buffer.byteLength(body)
  if (!isChunked) return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${octets}\r\n\r\n${body}`
  const chunk = octets ? `${octets.toString(16)}\r\n${body}\r\n` : ''
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}0\r\n\r\n`
}

function expected(reader: string, body: string): string {
  return reader === 'never' ? 'never' : `${body.length}:${body.slice(-5)}`
}

/** Sends octets in `pieces` pieces, with a pause after each, and gives the bodies of the first `answers` answers. */
async function exchange(octets: Buffer, pieces: number, answers: number): Promise<string[]> {
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
  const size = Math.ceil(octets.length / pieces)
  for (let at = 0; at < octets.length; at += size) {
    socket.write(octets.subarray(at, at + size))
    if (pieces > 1) await sleep(1)
  }
  await done
  socket.removeAllListeners('close').destroy()
  return texts().map((each) => Buffer.from(each, 'latin1').toString())
}

/** For each reader and body, the readers of the requests that are pipelined with it. */
const neighbours = sampled(
  Object.keys(readers).flatMap((reader) =>
    Object.keys(bodies).flatMap((name) => Object.keys(readers).map((other) => ({ reader, name, other }))),
  ),
  ({ reader, name }) => `${reader} ${name}`,
  3,
)
const alternating = ({ reader, other }: (typeof neighbours)[number]) => [reader, other]

describe.each(Object.keys(readers))('reading a body in the way "%s" gives the expected answer:', (reader) => {
  test.each(Object.keys(bodies))(
    'a body of %s is read, whether it is sent at once, in pieces, or pipelined',
    async (name) => {
      const body = bodies[name] as string
      for (const isChunked of [false, true]) {
        const one = Buffer.from(request(reader, body, isChunked))
        for (const pieces of [1, 2, 7]) expect(await exchange(one, pieces, 1)).toEqual([expected(reader, body)])
        for (const pieces of [1, 5]) {
          const others = neighbours.filter((one) => one.reader === reader && one.name === name).flatMap(alternating)
          const all = Buffer.concat(others.map((other) => Buffer.from(request(other, body, isChunked))))
          const answers = await exchange(all, pieces, others.length)
          expect(answers).toEqual(others.map((other) => expected(other, body)))
        }
      }
    },
  )
})

/** Gives the result of a read that begins after the client has left. */
async function afterTheClientLeft(sent: string, read: Reader): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const late = new Application({ onError: () => undefined }).pipe(async (request) => {
    if (!request.signal.aborted) await once(request.signal, 'abort')
    await sleep(20)
    await read(request).then(resolve, (error: Error) => resolve(`${error.name}: ${error.message}`))
    return text('nobody hears')
  })
  const listening = await createServer(late, { bodyLimit: 1_000 }).listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(listening.address?.port as number, '127.0.0.1', () => {
    socket.write(sent, () => setTimeout(() => socket.resetAndDestroy(), 50))
  })
  try {
    return await promise
  } finally {
    await listening.close({ grace: 0.1 })
  }
}

describe.each<[string, Reader]>([
  ['text()', (request) => request.text()],
  ['body', (request) => new Response(request.body).text()],
  ['raw', (request) => request.raw.text()],
])('reading by %s after the client has closed the connection', (_, read) => {
  test.each([false, true])('a body that has arrived whole is read nevertheless (chunked: %s)', async (isChunked) => {
    const sent = request('', 'all of it', isChunked)
    expect(await afterTheClientLeft(sent, read)).toBe('all of it')
    expect(
      await afterTheClientLeft(sent, async (seen) => (await read(seen)) && seen.text().catch(() => 'read')),
    ).toMatch(/all of it|^read$/)
  })

  test('a read after the client has left fails for a body that is not complete', async () => {
    const sent = request('', 'all of it', false).slice(0, -3)
    expect(await afterTheClientLeft(sent, read)).toMatch(/^AbortError: The client went away before .* was complete$/)
  })

  test('a read after the client has left fails for a body above the limit', async () => {
    const answer = await afterTheClientLeft(request('', 'x'.repeat(1_001), true), read)
    expect(answer).toBe("HttpError: The request's body is larger than 1000 octets")
  })
})

test('reading a body after its answer was sent is an error that says so', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const late = new Application().pipe((request) => {
    setTimeout(() => request.text().then(resolve, (error: Error) => resolve(error.message)), 20)
    return text('answered')
  })
  const listening = await createServer(late).listen({ port: 0, host: '127.0.0.1' })
  await fetch(`http://127.0.0.1:${listening.address?.port}`, { method: 'POST', body: 'x' })
  expect(await promise).toMatch(/after the answer was sent|already read/)
  await listening.close()
})
