import { createServer as createHttp1, type Server as NodeServer, type ServerResponse } from 'node:http'
import { createServer as createHttp2 } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { connect } from '@app/connect'
import {
  createServer,
  earlyHints,
  type RequestHandler,
  type ServerRequest,
  stream,
  text,
  toNodeHandler,
  trailers,
} from '@app/http'
import express, { type ErrorRequestHandler } from 'express'
import { BAD } from './table.ts'

/**
 * A program whose handlers put the text `bad` of a request into each part of a response's head, or of its trailers. It
 * serves them in every way in which node writes a head. It prints the port of each way.
 */
const members: Readonly<Record<string, (request: ServerRequest, bad: string) => Response | Promise<Response>>> = {
  'early hints: the link': hinting((bad) => ({ link: `</a${bad}>; rel=preload` })),
  'early hints: a link of a list': hinting((bad) => ({ link: ['</a>; rel=preload', `</${bad}>; rel=preload`] })),
  'early hints: the end of the link': hinting((bad) => ({ link: `</a>; rel=preload; as="${bad}"` })),
  'early hints: another header': hinting((bad) => ({ link: '</a>; rel=preload', 'x-more': bad })),
  'early hints: a list': hinting((bad) => ({ link: '</a>; rel=preload', 'x-more': ['a', bad] })),
  'early hints: a name': hinting((bad) => ({ link: '</a>; rel=preload', [`x-${bad}`]: 'a' })),
  'response: a value': (_request, bad) => text('ok', { headers: { 'x-more': bad } }),
  'response: an appended value': (_request, bad) => {
    const response = text('ok')
    response.headers.append('x-more', bad)
    return response
  },
  'response: a name': (_request, bad) => text('ok', { headers: { [`x-${bad}`]: 'a' } }),
  'response: the status text': (_request, bad) => text('ok', { statusText: bad }),
  'foreign response: a value': (_request, bad) => foreign([['x-more', bad]]),
  'foreign response: a name': (_request, bad) => foreign([[`x-${bad}`, 'a']]),
  'foreign response: the status text': (_request, bad) => foreign([], bad),
  'foreign stream: a name': (_request, bad) => foreign([[`x-${bad}`, 'a']], '', new Blob(['ok']).stream()),
  'trailers: a value': (request, bad) => {
    trailers(request, { 'x-sum': () => bad })
    return stream(pieces())
  },
  'trailers: a name': (request, bad) => {
    trailers(request, { [`x-${bad}`]: () => 'a' })
    return stream(pieces())
  },
  'connect: setHeader()': connected((res, bad) => res.setHeader('x-more', bad)),
  'connect: a name': connected((res, bad) => res.setHeader(`x-${bad}`, 'a')),
  'connect: appendHeader()': connected((res, bad) => res.appendHeader('x-more', bad)),
  'connect: writeHead()': connected((res, bad) => res.writeHead(200, { 'x-more': bad })),
  'connect: writeHead() with a list': connected((res, bad) => res.writeHead(200, ['x-more', bad])),
  'connect: a reason phrase': connected((res, bad) => res.writeHead(200, bad)),
  'connect: statusMessage': connected((res, bad) => {
    res.statusMessage = bad
  }),
  'connect: addTrailers()': connected((res, bad) => {
    res.write('ok')
    res.addTrailers({ 'x-sum': bad })
  }),
}

const handler: RequestHandler = async (request) => {
  if (request.path === '/platform') return new Response('an answer of the platform')
  const bad = BAD[request.query.get('bad') ?? '']
  const member = members[request.query.get('member') ?? '']
  return bad === undefined || member === undefined ? text(Object.keys(members).join('\n')) : member(request, bad)
}

function hinting(hints: (bad: string) => Parameters<typeof earlyHints>[1]): (typeof members)[string] {
  return (request, bad) => {
    earlyHints(request, hints(bad))
    return text('ok')
  }
}

function connected(use: (res: ServerResponse, bad: string) => unknown): (typeof members)[string] {
  return async (request, bad) => {
    const middleware = connect((_req: unknown, res: ServerResponse) => {
      use(res, bad)
      res.end('ok')
    })
    return middleware(request, () => text('nobody has answered'))
  }
}

/** A response of another implementation of Fetch, whose headers check nothing. */
function foreign(pairs: readonly [string, string][], statusText = '', body: ReadableStream | null = null): Response {
  const headers = { [Symbol.iterator]: () => pairs.values(), delete: () => undefined }
  return { status: 200, statusText, headers, body, type: 'default', [Symbol.toStringTag]: 'Response' } as never
}

async function* pieces(): AsyncGenerator<string> {
  yield 'ok'
}

const ignored = { onError: () => undefined }
const server = await createServer(handler, ignored).listen({ port: 0, host: '127.0.0.1' })
const asListener = toNodeHandler(handler, ignored)
const onError: ErrorRequestHandler = (_error, _request, response, _next) => void response.status(500).end()
const ports = {
  'createServer()': server.address?.port,
  'toNodeHandler()': await listening(createHttp1(asListener)),
  'inside Express': await listening(createHttp1(express().use(asListener).use(onError))),
  'HTTP/2': await listening(createHttp2(asListener as never) as unknown as NodeServer),
}
console.log(`READY ${JSON.stringify(ports)}`)

function listening(node: NodeServer): Promise<number> {
  return new Promise((resolve) => {
    node.listen(0, '127.0.0.1', () => resolve((node.address() as AddressInfo).port))
  })
}
