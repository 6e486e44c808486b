import { createServer, type Server } from 'node:http'
import { Application, type Middleware, toNodeHandler } from '@app/core'
import express from 'express'
import { afterEach, expect, test } from 'vitest'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/**
 * Serves an Express application in which middleware of ours runs before a body parser and a handler, and returns the
 * URL.
 */
async function inFrontOfExpress(middleware: Middleware): Promise<string> {
  const site = express()
  site.use(toNodeHandler(new Application().pipe(middleware)))
  site.use(express.json({ limit: '2mb' }))
  site.post('/', (req, res) => {
    res.json({ size: JSON.stringify(req.body).length })
  })
  const listening = createServer(site)
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(listening.address() as { port: number }).port}`
}

const touches: Readonly<Record<string, (request: Parameters<Middleware>[0]) => unknown>> = {
  raw: (request) => request.raw,
  body: (request) => request.body,
  bodyUsed: (request) => request.bodyUsed,
  'raw and its body': (request) => request.raw.body,
  'a clone of raw': (request) => request.raw.clone(),
  'a request made of raw': (request) => new Request('http://example.org/', request.raw),
  'a reader of body': (request) => request.body?.getReader(),
  'the headers, the signal and the address': (request) => [request.headers, request.signal, request.clientAddress],
}

test.each(Object.keys(touches))(
  'a parser of Express after our middleware reads the whole body, although the middleware has used %s',
  async (touch) => {
    for (const size of [10, 200_000, 1_000_000]) {
      const url = await inFrontOfExpress(async (request, handler) => {
        touches[touch]?.(request)
        // A pause in which the body arrives: if our middleware listened for it, Express's parser would no longer get
        // it.
        await new Promise((resolve) => setTimeout(resolve, 30))
        return handler(request)
      })
      const body = JSON.stringify('x'.repeat(size - 2)).replace(/^|$/g, (_, at) => (at ? ']' : '['))
      const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      expect(await answer.json()).toEqual({ size: size + 2 })
      server?.closeAllConnections()
      server?.close()
    }
  },
)

test('a long response of a request listener of node after our application is sent whole, and our application reports no error', async () => {
  const reported: unknown[] = []
  const ours = toNodeHandler(
    new Application().pipe('/ours', () => new Response('ours')),
    {
      onError: (error) => void reported.push(error),
    },
  )
  const theirs = 'theirs '.repeat(100_000)
  const listening = createServer((incoming, outgoing) => {
    void ours(incoming, outgoing, () => outgoing.end(theirs))
  })
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const answer = await fetch(`http://127.0.0.1:${(listening.address() as { port: number }).port}/other`)
  expect([await answer.text(), reported]).toEqual([theirs, []])
})
