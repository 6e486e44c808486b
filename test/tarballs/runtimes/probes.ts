import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Answered, Client } from './asking.ts'

/** A request that every runtime gets, and the expected answer. */
export interface Probe {
  readonly name: string
  readonly ask: (client: Client) => Promise<string>
  readonly answer: string
}

const JSON_TYPE = { 'content-type': 'application/json' }

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (const text of ['one ', 'two ', 'grün']) {
    yield new TextEncoder().encode(text)
    await sleep(5)
  }
}

const shown = ({ status, body }: Answered): string => `${status} ${body}`.trimEnd()
/** The status of the response and the named headers; other headers, which a runtime may add, are left out. */
const head = (answered: Answered, ...names: readonly string[]): string =>
  [answered.status, ...names.map((name) => answered.header(name) ?? 'none')].join(' ')
const simple = (name: string, line: string, answer: string): Probe => ({
  name,
  ask: async (client) => shown(await client.ask(line)),
  answer,
})

export const PROBES: readonly Probe[] = [
  ...['find-my-way', 'rou3', 'trouter'].map((router) =>
    simple(`the first program, with \`@app/router-${router}\``, `GET /${router}/users/a%20b`, '200 {"id":"a b"}'),
  ),
  {
    name: 'a text, with its type',
    ask: async (client) => {
      const answered = await client.ask('GET /text')
      return `${head(answered, 'content-type')} ${answered.body}`
    },
    answer: '200 text/plain; charset=utf-8 größe',
  },
  simple('JSON', 'GET /json', '200 {"a":[1,"ü"]}'),
  simple('params and query, decoded', 'GET /users/a%20%C3%BC?tag=1&tag=%26', '200 {"id":"a ü","tags":["1","&"]}'),
  simple('paths as they came', 'GET /where?x', '200 ["/where","/where","/where"]'),
  {
    name: 'HEAD has the headers of GET, and no body',
    ask: async (client) => {
      const answered = await client.ask('HEAD /text')
      return `${head(answered, 'content-type', 'content-length')} "${answered.body}"`
    },
    answer: '200 text/plain; charset=utf-8 7 ""',
  },
  simple('404', 'GET /none', '404 Not Found'),
  {
    name: '405 with the methods of the path',
    ask: async (client) => head(await client.ask('DELETE /text'), 'allow'),
    answer: '405 GET',
  },
  { name: 'OPTIONS', ask: async (client) => head(await client.ask('OPTIONS /text'), 'allow'), answer: '200 GET' },
  {
    name: 'a method of WebDAV',
    ask: async (client) => head(await client.ask('PROPFIND /text'), 'allow'),
    answer: '405 GET',
  },
  {
    name: 'a body of JSON',
    ask: async (client) => shown(await client.ask('POST /read/json', { body: '{"ü":[1]}', headers: JSON_TYPE })),
    answer: '200 {"ü":[1]}',
  },
  {
    name: 'a body that is not JSON',
    ask: async (client) => shown(await client.ask('POST /read/json', { body: '{"ü":', headers: JSON_TYPE })),
    answer: '400 Bad Request',
  },
  {
    name: 'a body of a form',
    ask: async (client) =>
      shown(await client.ask('POST /read/form', { body: new URLSearchParams({ a: 'ü&', b: '' }) })),
    answer: '200 [["a","ü&"],["b",""]]',
  },
  {
    name: 'a body of parts, one by one',
    ask: async (client) => {
      const body = new FormData()
      body.append('title', 'ü')
      body.append('file', new File(['grün'], 'ü.txt'))
      return shown(await client.ask('POST /read/parts', { body }))
    },
    answer: '200 ["ü","ü.txt grün"]',
  },
  {
    name: 'a body of bytes',
    ask: async (client) => {
      const incoming = await client.open('POST /read/bytes', { body: new Uint8Array([0, 255, 128]) })
      const bytes = Buffer.concat(await incoming.toArray())
      return `${incoming.statusCode} ${bytes.toString('hex')}`
    },
    answer: '200 00ff80',
  },
  {
    name: 'a body in chunks, streamed back',
    ask: async (client) => shown(await client.ask('POST /read/stream', { body: pieces() })),
    answer: '200 one two grün',
  },
  {
    name: 'a body above its limit, by its length',
    ask: async (client) => shown(await client.ask('POST /read/limited', { body: 'x'.repeat(1_001) })),
    answer: '413 Content Too Large',
  },
  {
    name: 'a body above its limit, in chunks',
    ask: async (client) => {
      const many = async function* () {
        for (let i = 0; i < 3; i++) yield new Uint8Array(500)
      }
      return shown(await client.ask('POST /read/limited', { body: many() }))
    },
    answer: '413 Content Too Large',
  },
  {
    name: 'a body behind Expect: 100-continue',
    ask: async (client) =>
      shown(await client.ask('POST /read/text', { body: 'here', headers: { expect: '100-continue' } })),
    answer: '200 here',
  },
  {
    name: 'several cookies',
    ask: async (client) => {
      const { cookies } = await client.ask('GET /cookies', { headers: { cookie: 'given=7' } })
      return cookies.map((cookie) => cookie.split(';')[0]).join()
    },
    answer: 'one=7,two=%C3%BC',
  },
  {
    name: 'a session in its cookie',
    ask: async (client) => {
      const first = await client.ask('GET /visits')
      const cookie = first.cookies[0]?.split(';')[0] ?? ''
      return first.body + (await client.ask('GET /visits', { headers: { cookie } })).body
    },
    answer: '12',
  },
  {
    name: 'a redirect',
    ask: async (client) => head(await client.ask('GET /redirect'), 'location'),
    answer: '303 /text',
  },
  simple('204', 'GET /nothing', '204'),
  {
    name: '304 with its headers',
    ask: async (client) => head(await client.ask('GET /not-modified'), 'etag'),
    answer: '304 "1"',
  },
  {
    name: 'an HttpError with headers',
    ask: async (client) => {
      const answered = await client.ask('GET /teapot')
      return `${head(answered, 'x-spout')} ${answered.body}`
    },
    answer: '418 yes Client Error',
  },
  simple('an error says nothing of itself', 'GET /broken', '500 Internal Server Error'),
  simple('an error that comes later says nothing of itself', 'GET /later', '500 Internal Server Error'),
  simple('a stream of bytes', 'GET /stream', '200 one two three'),
  simple('a stream of strings', 'GET /strings', '200 grün ist alles'),
  {
    name: 'a stream that breaks is cut, not ended',
    ask: async (client) => {
      const { status, body, isWhole } = await client.ask('GET /breaks')
      return `${status} ${body} ${isWhole ? 'whole' : 'cut'}`
    },
    answer: '200 half cut',
  },
  {
    name: 'a client that leaves aborts the signal',
    ask: async (client) => {
      const leave = client.hang('/hang/a')
      await client.until('/ends/a', 'open')
      leave()
      return client.until('/ends/a', 'aborted')
    },
    answer: 'aborted',
  },
  {
    name: 'a client that leaves ends the stream',
    ask: async (client) => {
      const incoming = await client.open('GET /endless/b')
      incoming.on('error', () => undefined)
      await new Promise((resolve) => incoming.once('data', resolve))
      incoming.destroy()
      return client.until('/ends/b', 'cut')
    },
    answer: 'cut',
  },
  {
    name: 'a target that is not a path',
    ask: async (client) => (await client.raw('GET /%zz HTTP/1.1')).slice(9, 12),
    answer: '400',
  },
  {
    name: 'a target with an encoded slash',
    ask: async (client) => shown(await client.ask('GET /users/a%2Fb')),
    answer: '400 Bad Request',
  },
  {
    name: 'a target with two dots',
    ask: async (client) => (await client.raw('GET /users/../text HTTP/1.1')).slice(9, 12),
    answer: '200',
  },
  simple('attributes', 'GET /attribute', '200 in front'),
  {
    name: 'url() and the URL of a request',
    ask: async (client) => shown(await client.ask('GET /url', { headers: { host: 'shop.example:81' } })),
    answer: '200 http://shop.example:81/users/a%20b',
  },
  simple('the address of the client', 'GET /address', '200 127.0.0.1'),
  {
    name: 'compression',
    ask: async (client) => {
      const answered = await client.ask('GET /compressed/long', { headers: { 'accept-encoding': 'gzip' } })
      return head(answered, 'content-encoding', 'vary')
    },
    answer: '200 gzip Accept-Encoding',
  },
  {
    name: 'events, and those behind the last one',
    ask: async (client) => {
      const { body } = await client.ask('GET /events', { headers: { 'last-event-id': '6' } })
      return body.trim().replace(/\n+/g, ' ')
    },
    answer: ': id: 7 data: {"a":1} event: two data: x data: y',
  },
  simple('a file of a folder', 'GET /files/small.txt', '200 small'),
  {
    name: 'trailers',
    ask: async (client) => {
      const { body, trailers } = await client.ask('GET /trailers')
      return `${body} ${trailers['x-sum'] ?? 'none'}`
    },
    answer: 'seven 7',
  },
  {
    name: 'a WebSocket',
    ask: async ({ port }) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/echo`)
      return new Promise((resolve) => {
        socket.on('open', () => socket.send('grün'))
        socket.on('message', (data) => {
          resolve(String(data))
          socket.close()
        })
        socket.on('unexpected-response', (_request, { statusCode }) => resolve(String(statusCode)))
        socket.on('error', ({ message }) => resolve(message))
      })
    },
    answer: 'grün',
  },
]
