import { createServer, type Server } from 'node:http'
import { connect as connectHttp2, createServer as createHttp2 } from 'node:http2'
import { type AddressInfo, connect as connectSocket } from 'node:net'
import { connect } from '@app/connect'
import { Application, text, toNodeHandler } from '@app/core'
import { mount } from '@app/mount'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { Hono } from 'hono'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

const errors: unknown[] = []
const app = new Application({
  router: new FindMyWayRouter(),
  onError: (error) => {
    if (Number((error as { status?: number }).status ?? 500) >= 500) errors.push(error)
  },
})
app.pipe(
  '/mount',
  mount((request) => new Response(request.method)),
)
app.pipe(
  '/hono',
  mount(
    new Hono().all('*', (c) => c.text(c.req.method)),
    { strip: true },
  ),
)
app.pipe('/raw', ({ raw }) => text(raw.method))
app.pipe(
  '/connect',
  connect((req: { method: string }, res: { end(text: string): void }) => res.end(req.method)),
)
app.pipe('/view', ({ method }) => text(method))
app.get('/route', () => text('route'))

const listener = toNodeHandler(app)
const ways: Readonly<Record<string, (method: string, path: string) => Promise<string>>> = {
  'HTTP/1': async (method, path) => {
    const port = await listening(createServer(listener))
    return new Promise((resolve) => {
      let bytes = ''
      const socket = connectSocket(port, '127.0.0.1', () => {
        socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      })
      socket.setEncoding('latin1').on('data', (data) => {
        bytes += data
      })
      socket.on('close', () => resolve(`${bytes.slice(9, 12)} ${bytes.split('\r\n\r\n')[1]}`))
    })
  },
  'HTTP/2': async (method, path) => {
    const session = connectHttp2(`http://127.0.0.1:${await listening(createHttp2(listener as never) as never)}`)
    onTestFinished(() => void session.close())
    return new Promise((resolve) => {
      const stream = session.request({ ':method': method, ':path': path })
      let answer = ''
      stream.on('response', (headers) => {
        answer = `${headers[':status']} `
      })
      stream.setEncoding('utf8').on('data', (data) => {
        answer += data
      })
      stream.on('end', () => resolve(answer)).end()
    })
  },
}

function listening(server: Server): Promise<number> {
  onTestFinished(() => void server.close())
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

beforeAll(() => void errors.splice(0))

// Node's parser of HTTP/1 refuses methods that it does not know, such as TRACK and all in lower case.
const METHODS = [
  ['HTTP/1', ['GET', 'PATCH', 'QUERY', 'TRACE']],
  ['HTTP/2', ['GET', 'PATCH', 'QUERY', 'TRACE', 'TRACK', 'get', 'post', 'Delete', 'FOO']],
] as const
/** The methods that a `Request` refuses or changes. */
const LOST = ['TRACE', 'TRACK', 'get', 'post', 'Delete']

test.each(
  METHODS.flatMap(([way, methods]) =>
    methods.flatMap((method) =>
      ['/mount', '/hono', '/raw', '/connect', '/view'].map((path) => ({ way, method, path })),
    ),
  ),
)(
  'code gets the method of the request, or the client gets a 405, without an error: $way, $method $path',
  async (row) => {
    const isFetch = !['/connect', '/view'].includes(row.path)
    const expected = isFetch && LOST.includes(row.method) ? '405 Method Not Allowed' : `200 ${row.method}`
    expect(await ways[row.way]?.(row.method, row.path)).toBe(expected)
    expect(errors).toEqual([])
  },
)
