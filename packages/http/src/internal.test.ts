import { createServer as createNodeServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import {
  type Awaitable,
  createServer,
  type ErrorListener,
  HttpError,
  type RequestHandler,
  type ServerRequest,
  text,
  toNodeHandler,
} from './index.ts'
import {
  answerCheck,
  answerFetch,
  answerTo,
  atBasePath,
  boundary,
  SERVABLE,
  type Servable,
  sourceOf,
} from './internal.ts'

type Middleware = (request: ServerRequest, next: RequestHandler) => Awaitable<Response>

/** A framework in a few lines: a list of middleware, of which the last passes the request to a 404. */
class Framework {
  readonly [SERVABLE]: Servable
  readonly handle: RequestHandler

  constructor(middleware: readonly Middleware[], onError?: ErrorListener) {
    const check = answerCheck((value) => new TypeError(`Middleware returned ${value}`))
    const run = (request: ServerRequest, last: RequestHandler): Awaitable<Response> => {
      const chain = middleware.reduceRight<RequestHandler>((next, each) => (r) => check(each(r, next)), last)
      return chain(request)
    }
    this.handle = boundary((request) => run(request, () => answerTo(new HttpError(404))), onError)
    this[SERVABLE] = {
      onError,
      handle: this.handle,
      refuse: boundary((request) => text(`refused ${sourceOf(request).refusedTarget}`, { status: 400 })),
      process: run,
      ready: () => undefined,
    }
  }
}

/** Serves only requests under a prefix, which they no longer see. */
const under =
  (prefix: string, handler: RequestHandler): Middleware =>
  (request, next) =>
    request.path.startsWith(`${prefix}/`) ? handler(atBasePath(request, prefix)) : next(request)

const notes: Middleware[] = [
  under('/notes', async (request) => {
    sourceOf(request).destination = { path: '/notes/{id}', bodyLimit: 4 }
    return text(`${request.path} at ${request.basePath}: ${await request.text()}`)
  }),
  (request, next) => {
    if (request.path === '/broken') throw new Error('broken')
    if (request.path === '/empty') return undefined as never
    return next(request)
  },
]

interface Seen {
  readonly status: number | undefined
  readonly body: string
}

/** Sends a request to a port, with a path that is written as it is. */
function ask(port: number, method: string, path: string, body = ''): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const sent = send({ port, host: '127.0.0.1', method, path }, async (answer) => {
      resolve({ status: answer.statusCode, body: await textOf(answer) })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function served(framework: Framework): Promise<number> {
  const server = await createServer(framework).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => void (await server.close({ grace: 0 })))
  return (server.node.address() as AddressInfo).port
}

test('a server runs a framework that has a servable: it answers, under a prefix and with the limit of the destination', async () => {
  const port = await served(new Framework(notes))

  expect(await ask(port, 'POST', '/notes/7', 'abc')).toEqual({ status: 200, body: '/7 at /notes: abc' })
  expect(await ask(port, 'POST', '/notes/7', 'abcde')).toMatchObject({ status: 413 })
  expect(await ask(port, 'GET', '/other')).toMatchObject({ status: 404 })
})

test('a server lets the framework answer a request whose path has no canonical form', async () => {
  const port = await served(new Framework(notes))

  expect(await ask(port, 'GET', '/%zz')).toEqual({ status: 400, body: 'refused /%zz' })
})

test('errors of middleware, and values that are not responses, go to the listener of the framework and are answered with 500', async () => {
  const errors: unknown[] = []
  const port = await served(new Framework(notes, (error) => errors.push(error)))

  expect(await ask(port, 'GET', '/broken')).toMatchObject({ status: 500 })
  expect(await ask(port, 'GET', '/empty')).toMatchObject({ status: 500 })
  expect(errors.map(String)).toEqual(['Error: broken', 'TypeError: Middleware returned undefined'])
})

test('toNodeHandler() passes to `next` what the framework does not answer, and its errors', async () => {
  const handle = toNodeHandler(new Framework(notes))
  const server = createNodeServer((request, response) => {
    handle(request, response, (error) => response.writeHead(599).end(`passed on: ${error}`))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo

  expect(await ask(port, 'POST', '/notes/7', 'abc')).toMatchObject({ status: 200 })
  expect(await ask(port, 'GET', '/other')).toEqual({ status: 599, body: 'passed on: undefined' })
  expect(await ask(port, 'GET', '/broken')).toEqual({ status: 599, body: 'passed on: Error: broken' })
})

test('answerFetch() runs a framework on a Fetch request', async () => {
  const { [SERVABLE]: servable } = new Framework(notes)

  const answer = await answerFetch(servable, new Request('http://localhost/notes/7'), [])
  expect(await answer.text()).toBe('/7 at /notes: ')
  expect((await answerFetch(servable, new Request('http://localhost/%zz'), [])).status).toBe(400)
})
