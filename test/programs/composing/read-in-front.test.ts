import { createServer, type Server } from 'node:http'
import { Application, json, toNodeHandler } from '@app/core'
import express from 'express'
import { afterEach, expect, test } from 'vitest'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** The option `verify` of Express's parsers, which here keeps the bytes of a request as `rawBody`. */
const verify = (request: object, _response: object, bytes: Buffer) => {
  Object.assign(request, { rawBody: bytes })
}

/**
 * Sends a request to our application after a parser of Express, and returns the parsed answer. `read` is the way in
 * which our handler reads the body.
 */
async function behind(parser: express.RequestHandler, read: string, body: string): Promise<unknown> {
  const app = new Application()
  app.pipe(async (request) => {
    if (read === 'text') return json(await request.text())
    if (read === 'body') return json(await new Response(request.body).text())
    return json([request.raw.bodyUsed, await request.raw.text(), request.raw.bodyUsed])
  })
  const handler = toNodeHandler(app, { bodyLimit: 1_000 })
  const onError: express.ErrorRequestHandler = (error, _request, response, _next) => {
    response.status(error.status ?? 500).json([error.status ?? 500, String(error)])
  }
  const listening = createServer(express().use(parser, handler, onError))
  server = listening
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as { port: number }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })
  return answer.json()
}

const BODY = '{"a":"grün"}'

test('if express.json() before it has read the body, the error says to mount our application before express.json()', async () => {
  const says = expect.stringContaining('was read before this application, as by express.json(): mount the application')
  expect(await behind(express.json(), 'text', BODY)).toEqual([500, says])
})

test('a body that a platform has read and kept as rawBody, as Cloud Functions does, is read like any other', async () => {
  expect(await behind(express.json({ verify }), 'text', BODY)).toBe(BODY)
  expect(await behind(express.json({ verify }), 'body', BODY)).toBe(BODY)
  expect(await behind(express.json({ verify }), 'raw', BODY)).toEqual([false, BODY, true])
})

test('the size limit of bodies also holds for a body that the platform has read', async () => {
  const long = JSON.stringify('x'.repeat(2_000))
  for (const read of ['text', 'body']) {
    const [status] = (await behind(express.json({ verify, strict: false }), read, long)) as [number, string]
    expect(status).toBe(413)
  }
})
