import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json, toNodeHandler } from '@app/http'
import codegenie from '@codegenie/serverless-express'
import vendia from '@vendia/serverless-express'
import { toFetchResponse, toReqRes } from 'fetch-to-node'
import inject from 'light-my-request'
import { createRequest, createResponse } from 'node-mocks-http'
import serverless from 'serverless-http'
import { toFetchHandler } from 'srvx/node'

// The libraries in this file imitate node's request and response, for serverless functions, other runtimes, and tests.

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

const answering = (make: (seen: object) => Response) =>
  toNodeHandler(async (request) =>
    make({
      asked: `${request.method} ${request.path}`,
      query: request.query.get('a'),
      type: request.headers.get('content-type'),
      body: await request.text(),
    }),
  ) as Listener
const bytesOf = (seen: object) => new TextEncoder().encode(JSON.stringify(seen))

/** Listeners that answer in different ways: with a string, with bytes, and with a stream that begins after a while. */
export const LISTENERS = {
  'a text': answering((seen) => json(seen)),
  bytes: answering((seen) => new Response(bytesOf(seen))),
  'a stream': answering((seen) => {
    const pieces = [bytesOf(seen).subarray(0, 5), bytesOf(seen).subarray(5)]
    return new Response(
      new ReadableStream({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 5))
          const piece = pieces.shift()
          if (piece) controller.enqueue(piece)
          else controller.close()
        },
      }),
    )
  }),
} as const

const BODY = '{"b":2}'
const HEADERS = { 'content-type': 'application/json', host: 'host.example' }
export const SEEN = { asked: 'POST /x', query: '1', type: 'application/json', body: BODY }

/** The event that API Gateway passes to a function. */
const EVENT = {
  version: '2.0',
  routeKey: '$default',
  rawPath: '/x',
  rawQueryString: 'a=1',
  headers: { ...HEADERS, 'content-length': String(BODY.length) },
  requestContext: {
    http: { method: 'POST', path: '/x', sourceIp: '192.0.2.1' },
    domainName: 'host.example',
    stage: '$default',
  },
  body: BODY,
  isBase64Encoded: false,
}

const fetched = () => new Request('http://host.example/x?a=1', { method: 'POST', body: BODY, headers: HEADERS })

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/**
 * For each library, by its name, a function that sends a request to a listener through it, and returns the response.
 */
export const HOSTS: Readonly<Record<string, (listener: Listener) => Promise<Answer>>> = {
  'serverless-http': async (listener) => ofGateway(await serverless(listener as never)(EVENT, {})),
  '@codegenie/serverless-express': async (listener) => ofGateway(await called(codegenie, listener)),
  '@vendia/serverless-express': async (listener) => ofGateway(await called(vendia, listener)),
  srvx: async (listener) => ofFetch(await toFetchHandler(listener as never)(fetched() as never)),
  'fetch-to-node': async (listener) => {
    const { req, res } = toReqRes(fetched())
    void listener(req, res)
    return ofFetch(await toFetchResponse(res))
  },
  'light-my-request': async (listener) => {
    const answer = await inject(listener, { method: 'POST', url: '/x?a=1', payload: BODY, headers: HEADERS })
    return { status: answer.statusCode, body: JSON.parse(answer.payload) }
  },
  'node-mocks-http': async (listener) => {
    const incoming = createRequest({ method: 'POST', url: '/x?a=1', headers: HEADERS, eventEmitter: EventEmitter })
    const outgoing = createResponse({ eventEmitter: EventEmitter, req: incoming })
    const answered = listener(incoming as never, outgoing as never)
    incoming.send(BODY)
    await answered
    return { status: outgoing.statusCode, body: JSON.parse(outgoing._getData()) }
  },
}

type Configure = (options: { readonly app: Listener }) => (event: object, context: object) => Promise<unknown>

/**
 * Passes `EVENT` to a listener through the function that a package exports. The cast is needed since, by the types of
 * both packages, the import is an object and no function.
 */
function called(configure: unknown, listener: Listener): Promise<unknown> {
  return (configure as Configure)({ app: listener })(EVENT, {})
}

function ofGateway(answer: unknown): Answer {
  const { statusCode, body } = answer as { readonly statusCode: number; readonly body: string }
  return { status: statusCode, body: JSON.parse(body) }
}

async function ofFetch(answer: Response): Promise<Answer> {
  return { status: answer.status, body: await answer.json() }
}
