import { createServer as createNodeServer, type IncomingMessage, type RequestListener } from 'node:http'
import { connect as connectTo } from 'node:net'
import { Application, createServer, type ErrorListener } from '@app/core'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from './index.ts'

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const POST = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n123'
const HALF = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n123'

/** Serves a listener by node:http itself. */
async function byNode(listener: RequestListener): Promise<number> {
  const server = createNodeServer(listener)
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as { port: number }).port
}

/** Serves a listener through `connect()`. */
async function byConnect(listener: RequestListener, onError: ErrorListener = () => undefined): Promise<number> {
  const server = await createServer(new Application({ onError }).pipe(connect(listener))).listen({
    port: 0,
    host: '127.0.0.1',
  })
  onTestFinished(() => void server.close({ grace: 0 }))
  return server.address?.port as number
}

/** What happens: the client leaves, gets the whole response "x", or is cut off. */
type Outcome = 'left' | 'answered' | 'cut'

/** Sends a request, and returns what the request and the response of node:http say about their end. */
async function lifeOf(listener: RequestListener, asked: string, outcome: Outcome, serve: typeof byNode) {
  const events = new Set<string>()
  let state: () => object = () => ({})
  const port = await serve((req, res) => {
    for (const name of ['aborted', 'close', 'error']) req.on(name, () => events.add(`req ${name}`))
    for (const name of ['finish', 'close', 'error']) res.on(name, () => events.add(`res ${name}`))
    state = () => ({
      req: [req.destroyed, req.aborted, req.closed],
      res: [res.destroyed, res.writableFinished],
    })
    listener(req, res)
    if (outcome === 'left') setTimeout(() => client.destroy(), 10)
  })
  const client = connectTo(port, '127.0.0.1')
  let got = ''
  client.on('data', (data) => {
    got += data
  })
  client.on('error', () => undefined)
  onTestFinished(() => void client.destroy())
  const isClosed = new Promise((resolve) => client.on('close', resolve))
  client.write(asked)
  await expect.poll(() => events.has('req close') && events.has('res close')).toBe(true)
  if (outcome === 'answered') await expect.poll(() => got).toMatch(/\r\n\r\nx$/)
  else await isClosed
  // Whether the head reached a client that has left is a matter of chance.
  return { ...state(), events: [...events].sort(), status: outcome !== 'left' && got.split(' ')[1] }
}

const soon = (call: () => void) => void setTimeout(call, 10)
const drained = (req: IncomingMessage, call: () => void) => req.resume().on('end', call)

test.each<[string, RequestListener, string, Outcome]>([
  ['the client leaves an event stream', (_req, res) => void res.write('data: 1\n\n'), GET, 'left'],
  ['the client leaves before the response', () => undefined, GET, 'left'],
  ['the client leaves within a body that is read', (req) => void req.resume(), HALF, 'left'],
  ['the client leaves within a body that nobody reads', () => undefined, HALF, 'left'],
  ['a GET is answered', (_req, res) => void res.end('x'), GET, 'answered'],
  ['a POST is read and answered', (req, res) => void drained(req, () => res.end('x')), POST, 'answered'],
  ['a POST is answered unread', (_req, res) => void res.end('x'), POST, 'answered'],
  ['req is destroyed before the head', (req) => void req.destroy(), GET, 'cut'],
  ['req is destroyed later before the head', (req) => soon(() => req.destroy()), GET, 'cut'],
  ['req is destroyed with an error', (req) => void req.destroy(new Error('x')), GET, 'cut'],
  ['res is destroyed before the head', (_req, res) => void res.destroy(), GET, 'cut'],
  ['res is destroyed with headers set', (_req, res) => void res.setHeader('x', '1').destroy(), GET, 'cut'],
  ['the socket is destroyed before the head', (req) => void req.socket.destroy(), GET, 'cut'],
  [
    'req is destroyed within the response',
    (req, res) => {
      res.write('x')
      soon(() => req.destroy())
    },
    GET,
    'cut',
  ],
  [
    'res is destroyed within the response',
    (_req, res) => {
      res.write('x')
      soon(() => res.destroy())
    },
    GET,
    'cut',
  ],
])('req and res tell the same as those of node:http when %s', async (_when, listener, asked, outcome) => {
  const byUs = await lifeOf(listener, asked, outcome, byConnect)
  expect(byUs).toEqual(await lifeOf(listener, asked, outcome, byNode))
})

test.each(['GET', 'HEAD'])('%s with a body is a request without a body, in its headers too', async (method) => {
  const seen: unknown[] = []
  const port = await byConnect((req, res) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = req.headers
    drained(req, () => {
      seen.push(length, encoding, req.complete)
      res.end()
    })
  })
  for (const body of ['Content-Length: 3\r\n\r\n123', 'Transfer-Encoding: chunked\r\n\r\n3\r\n123\r\n0\r\n\r\n']) {
    const client = connectTo(port, '127.0.0.1')
    onTestFinished(() => void client.destroy())
    client.write(`${method} / HTTP/1.1\r\nHost: x\r\n${body}`)
    await expect.poll(() => seen.splice(0)).toEqual([undefined, undefined, true])
  }
})

test.each([101, 199, 600, 999])(
  'a response with the status %i, also from a timer, is an error that names the status',
  async (status) => {
    const errors: string[] = []
    const listener: RequestListener = (_req, res) => soon(() => res.writeHead(status).end('x'))
    const port = await byConnect(listener, (error) => errors.push(String(error)))
    expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(500)
    expect(errors).toEqual([
      `RangeError: Middleware answered with the status ${status}; a Response has one from 200 to 599`,
    ])
  },
)

test('req.socket.server is the server of node:http, and without a server undefined', async () => {
  const listener: RequestListener = (req, res) =>
    void res.end(String('server' in req.socket && (req.socket.server as { listening?: boolean })?.listening))
  const port = await byConnect(listener)
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('true')
  expect(await (await new Application().pipe(connect(listener)).request('/')).text()).toBe('undefined')
})
