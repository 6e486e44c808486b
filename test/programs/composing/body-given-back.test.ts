import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { bodyParser } from '@app/body-parser'
import { cookies } from '@app/cookies'
import { Application, type Middleware, type NodeHandler, text, toNodeHandler } from '@app/core'
import { CSRF, csrf } from '@app/csrf'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterEach, describe, expect, test } from 'vitest'
import { exchange } from '../../hostile/raw-exchange.ts'
import { sampled } from '../sampled.ts'
import { FORMS, FRAMEWORKS, inExpress, recovering, unread } from './frameworks-around.js'

const running: Server[] = []

afterEach(() => {
  for (const server of running.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  running.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Middleware that reads the body and passes the request on. */
const reading = (read: (request: Parameters<Middleware>[0]) => unknown): Middleware => {
  return async (request, handler) => {
    await read(request)
    return handler(request)
  }
}

/** What of ours reads the body before the request is passed on. */
const OURS: Readonly<Record<string, Middleware>> = {
  nothing: (request, handler) => handler(request),
  'bodyParser()': bodyParser(),
  'text()': reading((request) => request.text()),
  'bytes(), twice': reading(async (request) => [await request.bytes(), await request.bytes()]),
  'text() after a look at body': reading((request) => [request.body, request.text()][1]),
  'text() after a look at raw': reading((request) => [request.raw, request.text()][1]),
  'text(), then through raw': reading(async (request) => [await request.text(), await request.raw.text()]),
  'text(), for which nobody waits': reading((request) => {
    void request.text()
  }),
}

type Around = (typeof FRAMEWORKS)[string]

const JSON_BODIES = ['{"a":1}', JSON.stringify({ a: 'grün'.repeat(50_000) })]

function applicationOf(middleware: Middleware | undefined): NodeHandler {
  return toNodeHandler(new Application().pipe(middleware as Middleware), { bodyLimit: 2_000_000 })
}

async function post(
  url: string,
  body: string | ReadableStream<Uint8Array>,
  type = 'text/plain',
): Promise<readonly [status: number, text: string]> {
  const headers = { 'content-type': type }
  const response = await fetch(url, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  return [response.status, await response.text()]
}

const pairs = Object.keys(FRAMEWORKS).flatMap((framework) =>
  Object.keys(OURS).map((ours) => [framework, ours] as const),
)

test.each(sampled(pairs, ([framework]) => framework, 3))(
  'around our application, %s reads the body of a request that ours has read before and passed on: %s',
  async (framework, ours) => {
    const url = await listen(await (FRAMEWORKS[framework] as Around)(applicationOf(OURS[ours])))
    for (const body of JSON_BODIES) {
      for (const sent of [body, chunked(body)]) {
        expect(await post(url, sent, 'application/json')).toEqual([200, body])
      }
    }
  },
)

function chunked(body: string): ReadableStream<Uint8Array> {
  return ReadableStream.from([body.slice(0, 3), body.slice(3)].map((part) => new TextEncoder().encode(part)))
}

describe.each(Object.keys(FORMS))('around our application: %s', (framework) => {
  const isMultipart = framework.endsWith('multer')

  test.each(['bodyParser()', 'formData()', 'text()'])('the form is read after ours has read it: %s', async (ours) => {
    const middleware = ours === 'formData()' ? reading((request) => request.formData()) : OURS[ours]
    const url = await listen(await (FORMS[framework] as Around)(applicationOf(middleware)))
    const fields: [string, string][] = [
      ['name', 'Ada & Grace'],
      ['from', 'Zürich'],
    ]
    const form = isMultipart ? new FormData() : new URLSearchParams()
    for (const [name, value] of fields) form.append(name, value)
    const response = await fetch(url, { method: 'POST', body: form })
    expect(await response.json()).toEqual(Object.fromEntries(fields))
  })
})

test('the form of an old browser is read by Express after csrf() has read its token', async () => {
  const app = new Application({ router: new FindMyWayRouter() })
  app.pipe(cookies({ secret: 'a secret of more than 32 characters' }))
  app.pipe(csrf())
  app.get('/form', async (request) => text(await request.attribute(CSRF).token()))
  const url = await listen(await (FORMS['Express 5, urlencoded()'] as Around)(toNodeHandler(app)))
  const page = await fetch(`${url}/form`)
  const cookie = page.headers.getSetCookie().join().split(';')[0] as string
  const csrfToken = await page.text()
  const body = new URLSearchParams({ csrf: csrfToken, a: '1' })
  const response = await fetch(url, { method: 'POST', body, headers: { cookie } })
  expect(await response.json()).toEqual({ csrf: csrfToken, a: '1' })
})

describe('a body that ours has read as a stream and not kept', () => {
  const STREAMED: Readonly<Record<string, Middleware>> = {
    'the whole of body': reading((request) => new Response(request.body).text()),
    'the whole of raw': reading((request) => request.raw.text()),
    'the first chunk of body': reading((request) => request.body?.getReader().read()),
  }

  test.each(Object.keys(STREAMED))(
    'is an error for the framework, which names the cause and the remedy: %s',
    async (ours) => {
      const url = await listen(await inExpress(applicationOf(STREAMED[ours])))
      for (const body of ['x', 'x'.repeat(300_000)]) {
        const message = expect.stringMatching(/read the body of the request as a stream .* text\(\)/)
        expect(await post(url, body)).toEqual([500, message])
      }
    },
  )

  test.each(Object.keys(STREAMED))('is no error if the body is empty: %s', async (ours) => {
    const url = await listen(await inExpress(applicationOf(STREAMED[ours])))
    expect(await post(url, chunked(''))).toEqual([200, '""'])
  })

  test('is no error if it was only cancelled: the framework reads it', async () => {
    const url = await listen(await inExpress(applicationOf(reading((request) => request.body?.cancel()))))
    expect(await post(url, 'whole')).toEqual([200, '"whole"'])
  })
})

test('a body above the limit of our reader is the 413 of the framework, if ours passes the request on all the same', async () => {
  const ignoring = reading((request) => request.text().catch(() => undefined))
  const url = await listen(await inExpress(toNodeHandler(new Application().pipe(ignoring), { bodyLimit: 10 })))
  expect(await post(url, chunked('x'.repeat(300_000)))).toEqual([413, expect.stringContaining('larger than 10 bytes')])
})

test('a connection goes on after a body that was given back, whether the framework reads the body or not', async () => {
  const url = await listen(await unread(applicationOf(OURS['text()'])))
  const message = 'HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nbody'
  const paths = ['/unread', '/', '/unread', '/']
  const steps = paths.flatMap((path, i) => [
    { send: `POST ${path} ${message}` },
    { answered: i + 1, tell: () => undefined },
  ])
  const { bytes } = await exchange(Number(new URL(url).port), steps, {
    until: (all) => all.split('"body"').length === 3,
  })
  expect(bytes.match(/unread(?=HTTP)|"body"/g)).toHaveLength(4)
})

test('a compressed body is given back compressed, so that Express decompresses it too', async () => {
  const url = await listen(await inExpress(applicationOf(OURS['bodyParser()'])))
  const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' }
  const response = await fetch(url, { method: 'POST', body: gzipSync('small'), headers })
  expect([response.status, await response.text()]).toEqual([200, '"small"'])
})

test('an error handler of Express that goes on with the next route leaves the body to that route', async () => {
  const broken: Middleware = async (request) => {
    await request.text()
    throw new Error('broken')
  }
  const url = await listen(await recovering(applicationOf(broken)))
  expect(await post(url, 'whole')).toEqual([200, '"whole"'])
})

test('a body over HTTP/2 is read after ours has read it', async () => {
  const handler = applicationOf(OURS['text()'])
  const server = createHttp2Server((incoming, outgoing) => {
    handler(incoming as never, outgoing as never, () => textOf(incoming).then((whole) => outgoing.end(whole)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  for (const body of JSON_BODIES) {
    const stream = session.request({ ':method': 'POST' }).end(body)
    expect(await textOf(stream)).toBe(body)
  }
  session.close()
  server.close()
})

test('a client that leaves while the framework answers ends the message and its response, and nothing is thrown', async () => {
  const handler = applicationOf(OURS['text()'])
  const closed: string[] = []
  let isPassed = false
  const url = await listen((incoming, outgoing) => {
    handler(incoming, outgoing, () => {
      isPassed = true
      incoming.on('close', () => closed.push('message'))
      outgoing.on('close', () => closed.push('response'))
    })
  })
  const leaving = new AbortController()
  const gone = fetch(url, { method: 'POST', body: 'x', signal: leaving.signal }).catch((error: Error) => error.name)
  await expect.poll(() => isPassed).toBe(true)
  leaving.abort()
  expect(await gone).toBe('AbortError')
  await expect.poll(() => closed.toSorted()).toEqual(['message', 'response'])
})
