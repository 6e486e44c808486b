import { createServer as createNodeServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { Application, BODY_LIMIT, createServer, HttpError, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, onTestFinished, test } from 'vitest'
import { type ProxyOptions, proxy } from './index.ts'

type Upstream = Parameters<typeof createNodeServer>[1]

/** Starts a server upstream, and returns its origin. */
async function upstream(answer: Upstream): Promise<string> {
  const server = createNodeServer(answer as never)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Serves a proxy under `/api`, and returns its port and the errors that are reported. */
async function serve(target: Parameters<typeof proxy>[0], options?: ProxyOptions) {
  const errors: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  app.pipe('/api', proxy(target, options))
  app.post('/small', proxy(target, options)).set(BODY_LIMIT, 10)
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await server.close({ grace: 0 })
  })
  return { port: server.address?.port as number, errors }
}

const echo: Upstream = async (incoming, outgoing) => {
  const { method, url, rawHeaders } = incoming
  outgoing.setHeader('set-cookie', ['a=1', 'b=2'])
  outgoing.setHeader('x-seen', JSON.stringify({ method, url, headers: rawHeaders, body: await textOf(incoming) }))
  outgoing.writeHead(Number(incoming.headers['x-status'] ?? 200), { location: 'http://elsewhere.example/' })
  outgoing.end('an answer')
}

interface Seen {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Sends a request by `node:http`, which can send every header. Returns the response, its body, and what upstream has
 * got.
 */
async function ask(port: number, path: string, init: { method?: string; body?: string; headers?: object } = {}) {
  const { method = 'GET', body, headers = {} } = init
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = httpRequest(
      { port, host: '127.0.0.1', path, method, headers: headers as never, agent: false },
      resolve,
    )
    sent.on('error', reject)
    sent.end(body)
  })
  const seen = JSON.parse((answer.headers['x-seen'] as string | undefined) ?? '{"headers":[]}')
  const pairs: [string, string][] = []
  for (let i = 0; i < seen.headers.length; i += 2) pairs.push([seen.headers[i].toLowerCase(), seen.headers[i + 1]])
  return { answer, text: await textOf(answer), seen: { ...seen, headers: Object.fromEntries(pairs) } as Seen }
}

test.each([
  ['GET', undefined],
  ['HEAD', undefined],
  ['POST', 'grün'],
  ['PUT', ''],
  ['PATCH', '{}'],
  ['DELETE', undefined],
  ['OPTIONS', undefined],
])('proxy() passes on %s with its body %j, its path and its query', async (method, body) => {
  const { port } = await serve(await upstream(echo))
  const { answer, text, seen } = await ask(port, '/api/a%20b//c;d?x=%41&x=2', {
    method,
    ...(body !== undefined && { body }),
  })
  expect([answer.statusCode, text]).toEqual([200, method === 'HEAD' ? '' : 'an answer'])
  expect([seen.method, seen.url, seen.body]).toEqual([method, '/api/a%20b//c;d?x=%41&x=2', body ?? ''])
  expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2'])
})

test.each([
  ['/base/', {}, '/api/x?q', '/base/api/x?q'],
  ['/base', { strip: true }, '/api/x?q', '/base/x?q'],
  ['', { strip: true }, '/api', '/'],
  ['', { strip: true }, '/api//evil.example/x', '//evil.example/x'],
  ['', { strip: true }, '/api/@evil.example', '/@evil.example'],
])('a proxy to the path %j with the options %j sends the request %s to %s', async (path, options, sent, got) => {
  const { port } = await serve((await upstream(echo)) + path, options)
  expect((await ask(port, sent)).seen.url).toBe(got)
})

test.each(['/api/../x', '/api/%2e%2e/x', '/api/..%2fx', '/api/\\..\\x'])(
  'the path %s does not leave the path of the target',
  async (path) => {
    const { port } = await serve(`${await upstream(echo)}/base`, { strip: true })
    const { answer, seen } = await ask(port, path)
    if (answer.statusCode === 200) expect(seen.url).toMatch(/^\/base\//)
    else expect([400, 404]).toContain(answer.statusCode)
  },
)

test('a function returns the whole URL of the target, with the query of the request or another one', async () => {
  const origin = await upstream(echo)
  const passing = await serve(({ path, url }) => `${origin}/v2${path}${new URL(url).search}`)
  expect((await ask(passing.port, '/api/x?q=1')).seen.url).toBe('/v2/x?q=1')
  const { port } = await serve((request) => new URL(`/other${request.path}?own`, origin))
  expect((await ask(port, '/api/x?q')).seen.url).toBe('/other/x?own')
})

test('headers of one connection are removed on both ways, and a client cannot pass for another one', async () => {
  const origin = await upstream((incoming, outgoing) => {
    outgoing.setHeader('connection', 'close, X-Own, content-type')
    outgoing.setHeader('x-own', '1')
    outgoing.setHeader('proxy-authenticate', 'Basic')
    outgoing.setHeader('trailer', 'x-sum')
    echo(incoming, outgoing)
  })
  const { port } = await serve(origin, { headers: { 'x-key': 'own' } })
  const { answer, seen } = await ask(port, '/api', {
    method: 'POST',
    body: 'x',
    headers: {
      connection: 'keep-alive, x-hop, x-forwarded-for, authorization',
      'keep-alive': 'timeout=1',
      'proxy-authorization': 'Basic x',
      te: 'trailers',
      'x-hop': '1',
      authorization: 'Bearer x',
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-prefix': '/evil',
      'x-real-ip': '10.0.0.1',
      forwarded: 'for=10.0.0.1',
      'accept-encoding': 'gzip',
      'x-key': 'of the client',
      cookie: 'a=1',
      expect: '100-continue',
      host: 'public.example',
    },
  })
  const { connection: _connection, 'transfer-encoding': _coding, 'content-length': _length, ...got } = seen.headers
  for (const name of ['accept', 'accept-language', 'sec-fetch-mode', 'user-agent']) Reflect.deleteProperty(got, name)
  expect(got).toEqual({
    host: new URL(origin).host,
    'accept-encoding': 'identity',
    cookie: 'a=1',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': 'public.example',
    'x-forwarded-proto': 'http',
    'x-key': 'own',
  })
  expect(seen.body).toBe('x')
  for (const name of ['x-own', 'proxy-authenticate', 'trailer']) expect(answer.headers).not.toHaveProperty(name)
})

test.each([201, 204, 301, 303, 304, 307, 404, 500])(
  'a response of %i is passed on, and no redirect is followed',
  async (status) => {
    const { port } = await serve(await upstream(echo))
    const { answer } = await ask(port, '/api', { headers: { 'x-status': `${status}` } })
    expect([answer.statusCode, answer.headers.location]).toEqual([status, 'http://elsewhere.example/'])
  },
)

test('both bodies are streamed: the target gets the first chunk before the client has sent the last, and answers meanwhile', async () => {
  const origin = await upstream((incoming, outgoing) => {
    outgoing.flushHeaders()
    incoming.on('data', (chunk: Buffer) => outgoing.write(chunk.toString().toUpperCase()))
    incoming.on('end', () => outgoing.end())
  })
  const { port } = await serve(origin)
  const sent = httpRequest({ port, host: '127.0.0.1', path: '/api', method: 'POST', agent: false })
  sent.write('a')
  const answer = await new Promise<IncomingMessage>((resolve) => sent.on('response', resolve))
  const seen: string[] = []
  for await (const chunk of answer) {
    seen.push(String(chunk))
    if (seen.length < 3) sent.write('bc'[seen.length - 1])
    else sent.end()
  }
  expect(seen).toEqual(['A', 'B', 'C'])
})

test.each([
  ['before the head of the response', false],
  ['while the response is streamed', true],
])('if the client leaves %s, the request to the target is aborted', async (_when, isBegun) => {
  let isAsked = false
  let isLeft = false
  const origin = await upstream((_incoming, outgoing) => {
    isAsked = true
    outgoing.on('close', () => {
      isLeft = true
    })
    if (isBegun) outgoing.write('begun')
  })
  const { port, errors } = await serve(origin)
  const sent = httpRequest({ port, host: '127.0.0.1', path: '/api', agent: false }).on('error', () => undefined)
  sent.end()
  if (isBegun)
    await new Promise<void>((resolve) => sent.on('response', (answer) => answer.once('data', () => resolve())))
  await expect.poll(() => isAsked).toBe(true)
  sent.destroy()
  await expect.poll(() => isLeft).toBe(true)
  expect(errors.filter((error) => HttpError.is(error))).toEqual([])
})

test('a target that does not answer in time is 504, one that cannot be reached 502, and TRACE 501', async () => {
  let isLeft = false
  const silent = await upstream((_incoming, outgoing) => {
    outgoing.on('close', () => {
      isLeft = true
    })
  })
  const statusOf = async (target: string, init = {}) => {
    const { port, errors } = await serve(target, { timeout: 0.2 })
    return [(await ask(port, '/api', init)).answer.statusCode, String(errors[0])]
  }
  expect(await statusOf(silent)).toEqual([504, `HttpError: ${silent} has not answered within 0.2 s`])
  await expect.poll(() => isLeft).toBe(true)
  const closed = 'http://127.0.0.1:1'
  expect(await statusOf(closed)).toEqual([502, `HttpError: ${closed} cannot be reached`])
  expect((await statusOf(silent, { method: 'TRACE' }))[0]).toBe(501)
})

test('a body beyond the limit of its route is 413, and a response that breaks off breaks off for the client', async () => {
  const { port } = await serve(await upstream(echo))
  const large = { method: 'POST', body: 'x'.repeat(11) }
  expect((await ask(port, '/small', large)).answer.statusCode).toBe(413)
  const chunked = { ...large, headers: { 'transfer-encoding': 'chunked' } }
  expect((await ask(port, '/small', chunked)).answer.statusCode).toBe(413)
  const broken = await upstream((_incoming, outgoing) => {
    outgoing.write('begun')
    setTimeout(() => outgoing.destroy(), 20)
  })
  const { port: other } = await serve(broken)
  await expect(ask(other, '/api')).rejects.toThrow()
})

test('proxy() works without a server, and takes another fetch', async () => {
  const seen: Request[] = []
  const app = new Application().pipe(
    proxy('http://target.example', {
      fetch: async (input, init) => {
        seen.push(new Request(input as string, init))
        return text('from there')
      },
    }),
  )
  expect(await (await app.request('/a', { method: 'POST', body: 'x' })).text()).toBe('from there')
  expect([seen[0]?.url, await seen[0]?.text()]).toEqual(['http://target.example/a', 'x'])
})

test.each([
  ['', 'expected a URL'],
  ['target.example', 'expected a URL'],
  ['ftp://target.example', 'expected a URL'],
  ['http://target.example?a=1', 'expected a URL'],
  ['http://user@target.example', 'expected a URL'],
  [undefined, 'expected a URL'],
])('proxy() refuses the target %j', (target, message) => {
  expect(() => proxy(target as string)).toThrow(message)
})

test('proxy() refuses unknown and invalid options', () => {
  const of = (options: object) => () => proxy('http://target.example', options)
  expect(of({ timeout: -1 })).toThrow('proxy(): "timeout" must be a number of seconds')
  expect(of({ headers: { a: 1 } })).toThrow('proxy(): "headers" must be a map of strings')
  expect(of({ stripp: true })).toThrow('Did you mean "strip"?')
})
