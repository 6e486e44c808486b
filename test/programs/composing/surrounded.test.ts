import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { Application, html, json, type NodeHandlerOptions, text, toNodeHandler } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { exchange } from '../../hostile/raw-exchange.ts'
import { compression, express, type Handler, morgan, pinoHttp } from './around.js'

const running: Server[] = []

afterEach(() => {
  for (const server of running.splice(0)) server.closeAllConnections()
})

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  running.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function ask(port: number, target: string, head = '', method = 'GET'): Promise<string> {
  const send = `${method} ${target} HTTP/1.1\r\nHost: x\r\n${head}Connection: close\r\n\r\n`
  return (await exchange(port, [{ send }], { timeoutMs: 20_000 })).bytes
}

function application(): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.get('/admin', () => text('secret'))
  app.get('/page', () => html('<p>page</p>', { headers: { 'x-ours': 'yes' } }))
  app.get('/stream', () => new Response(ReadableStream.from(chunks())))
  app.get('/cookies', () => {
    const response = json({})
    response.headers.append('set-cookie', 'ours=1')
    response.headers.append('set-cookie', 'ours=2')
    return response
  })
  return app
}

async function* chunks(): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < 200; i++) {
    yield new Uint8Array(20_000).fill(97)
    if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

describe('a guard of Express before our application', () => {
  /** An Express application with a guard before our application, which is mounted with or without a prefix. */
  function guarded(options: NodeHandlerOptions, prefix: string): RequestListener {
    const server = express()
    server.use(`${prefix}/admin`, (_request, response) => response.writeHead(401).end('who are you?'))
    const handler = toNodeHandler(application(), options)
    return prefix ? server.use(prefix, handler) : server.use(handler)
  }

  const SPELLINGS = ['/%61dmin', '/%61%64min', '/x/../admin', '/./admin', '/x/%2e%2e/admin', '/%41dmin', '//../admin']

  test.each(['', '/new'])(
    'a guard of Express cannot be bypassed by a spelling of the path that only our application would resolve: mounted at "%s"',
    async (prefix) => {
      const port = await listen(guarded({}, prefix))
      expect(await ask(port, `${prefix}/admin`)).toMatch(/^HTTP\/1\.1 401 /)
      expect(await ask(port, `${prefix}/page`)).toMatch(/^HTTP\/1\.1 200 /)
      expect(await ask(port, `${prefix}/page?q=%61`)).toMatch(/^HTTP\/1\.1 200 /)
      expect(await ask(port, `http://x${prefix}/page?a`)).toMatch(/^HTTP\/1\.1 200 /)
      for (const spelling of SPELLINGS) {
        expect(await ask(port, prefix + spelling), spelling).toMatch(/^HTTP\/1\.1 400 [\s\S]*Bad Request$/)
        expect(await ask(port, `http://x${prefix}${spelling}`), spelling).toMatch(/^HTTP\/1\.1 400 /)
      }
      for (const spelling of ['/new/../admin', '/%6eew/page', '/new%2f..%2fadmin']) {
        expect(await ask(port, spelling), spelling).not.toMatch(/secret|<p>/)
      }
    },
  )

  test('called by a handler of Express without the argument next, our application refuses unusual spellings of a path too', async () => {
    const handler = toNodeHandler(application())
    const port = await listen(express().use('/new', (request, response) => handler(request, response)))
    expect(await ask(port, '/new/page')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask(port, '/new/%61dmin')).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('with anySpelling: true, any spelling of a path is answered, for programs without a guard of Express', async () => {
    const port = await listen(express().use(toNodeHandler(application(), { anySpelling: true })))
    expect(await ask(port, '/%61dmin')).toMatch(/^HTTP\/1\.1 200 [\s\S]*secret$/)
  })

  test('with anySpelling: false, unusual spellings of a path are refused, for frameworks that cannot be recognized', async () => {
    const port = await listen(toNodeHandler(application(), { anySpelling: false }) as RequestListener)
    expect(await ask(port, '/page')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask(port, '/%61dmin')).toMatch(/^HTTP\/1\.1 400 /)
  })

  test('without a framework around it, our application resolves any spelling of a path, such as /%61dmin', async () => {
    const port = await listen(toNodeHandler(application()) as RequestListener)
    expect(await ask(port, '/%61dmin')).toMatch(/^HTTP\/1\.1 200 [\s\S]*secret$/)
  })
})

describe('the path of a request inside of Express', () => {
  const RAW = { '[': '%5B', ']': '%5D', '^': '%5E', '|': '%7C' } as const
  const encoded = (path: string) => path.replace(/[[\]^|]/g, (character) => RAW[character as keyof typeof RAW])

  /** The status and the path of our application, inside of Express below a prefix or without one, and alone. */
  async function places(): Promise<Readonly<Record<'inside' | 'below' | 'alone', (path: string) => Promise<string>>>> {
    const app = new Application().pipe((request) => text(`saw ${request.path}`))
    const [inside, below, alone] = await Promise.all(
      [express().use(toNodeHandler(app)), express().use('/new', toNodeHandler(app)), toNodeHandler(app)].map(
        (listener) => listen(listener as RequestListener),
      ),
    )
    const at = (port: number | undefined, prefix: string) => async (path: string) => {
      const bytes = await ask(port as number, prefix + path)
      return bytes.replace(/^HTTP\/1\.1 (\d+)[\s\S]*\r\n\r\n/, '$1 ')
    }
    return { inside: at(inside, ''), below: at(below, '/new'), alone: at(alone, '') }
  }

  test.each(Object.entries(RAW))(
    'the character %s is accepted as browsers send it, and as %s: both are the same path for our application',
    async (character, code) => {
      const { inside, below, alone } = await places()
      for (const path of [`/a${character}b`, `/a${code}b`, `/${character}${code}`]) {
        expect(await Promise.all([inside(path), below(path), alone(path)])).toEqual(
          Array(3).fill(`200 saw ${encoded(path)}`),
        )
      }
    },
  )

  test.each([...'"<>`{}'])('the character %s, which no browser sends unencoded, is refused', async (character) => {
    const { inside, below } = await places()
    expect(await Promise.all([inside(`/a${character}`), below(`/a${character}`)])).toEqual(
      Array(2).fill('400 Bad Request'),
    )
  })

  test('every path without escapes is accepted as a browser sends it, if our application alone accepts it', async () => {
    const { inside, below, alone } = await places()
    const written = fc.string({ unit: fc.oneof(fc.constantFrom(...'[]|^`{}"<>\\/.~@:!$&\'()*+,;= aZ'), fc.string()) })
    await fc.assert(
      fc.asyncProperty(written, async (letters) => {
        const { pathname } = new URL(`http://x/${letters.replace(/[%?#]/g, '')}`)
        const expected = await alone(pathname)
        expect(await Promise.all([inside(pathname), below(pathname)])).toEqual([expected, expected])
      }),
      { numRuns: 100 },
    )
  })

  test('an accepted path is for Express what it is for our application, but for the characters that browsers do not encode', async () => {
    const { inside, below } = await places()
    const part = fc.constantFrom(
      ...'[]|^/.aA%{',
      '%61',
      '%2e',
      '%2E',
      '%5b',
      '%5B',
      '%7C',
      '%c3%bc',
      '%C3%BC',
      '..',
      '%2F',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        const path = `/${parts.join('')}`
        for (const answer of await Promise.all([inside(path), below(path)])) {
          expect(['400 Bad Request', `200 saw ${encoded(path)}`]).toContain(answer)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('middleware of Express around our application', () => {
  /**
   * An Express application without `x-powered-by`, the header that Express sets by itself. Node lets middleware read
   * the headers of a response only if `setHeader` has set one. So with `x-powered-by`, the tests would not notice if
   * middleware could not read the headers of our answers.
   */
  const bare = () => express().disable('x-powered-by')

  test('morgan and pino-http log the length and the headers of our answers', async () => {
    const lines: string[] = []
    const log = { write: (line: string) => void lines.push(line.trim()) }
    const port = await listen(
      bare()
        .use(morgan(':status :res[content-length] :res[content-type] :res[x-ours]', { stream: log }))
        .use(toNodeHandler(application())),
    )
    expect(await ask(port, '/page')).toMatch(/^HTTP\/1\.1 200 /)
    await expect.poll(() => lines).toEqual(['200 11 text/html; charset=utf-8 yes'])
    lines.length = 0
    const other = await listen(bare().use(pinoHttp({}, log)).use(toNodeHandler(application())))
    await ask(other, '/page')
    await expect.poll(() => lines.length).toBe(1)
    expect(JSON.parse(lines[0] as string).res.headers).toMatchObject({ 'content-length': 11, 'x-ours': 'yes' })
  })

  test('the package compression compresses a text of ours, and sends a stream of ours without a content type uncompressed and whole', async () => {
    const port = await listen(
      bare()
        .use(compression({ threshold: 0 }))
        .use(toNodeHandler(application())),
    )
    for (const [path, length] of [
      ['/page', 11],
      ['/stream', 4_000_000],
    ] as const) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'gzip' } })
      const isCoded = response.headers.get('content-encoding') === 'gzip'
      expect([path, (await response.arrayBuffer()).byteLength, isCoded]).toEqual([path, length, path === '/page'])
    }
    const bytes = Buffer.from(await ask(port, '/page', 'Accept-Encoding: gzip\r\n'), 'latin1')
    expect(bytes.toString('latin1')).toMatch(/content-encoding: gzip/i)
    expect(gunzipSync(unchunked(bytes)).toString()).toBe('<p>page</p>')
  })

  test('headers that Express set before it stay, ours replace those of the same name, and cookies of both are sent', async () => {
    const inFront: Handler = (_request, response, next) => {
      response.setHeader('x-front', '1')
      response.setHeader('x-ours', 'no')
      response.setHeader('set-cookie', 'theirs=1')
      next()
    }
    const port = await listen(bare().use(inFront).use(toNodeHandler(application())))
    const page = await ask(port, '/page')
    expect(page.match(/^x-.*$/gim)).toEqual(['x-front: 1', 'x-ours: yes'])
    const cookies = await ask(port, '/cookies')
    expect(cookies.match(/^set-cookie: .*$/gim)).toEqual(
      ['theirs=1', 'ours=1', 'ours=2'].map((cookie) => `set-cookie: ${cookie}`),
    )
  })

  test('a header that cannot be written is an error for Express, whose error page then has none of our headers', async () => {
    const app = application()
    app.get('/odd', () => text('', { headers: { 'x-fine': '1', 'x-odd': 'a\u0001b' } }))
    const port = await listen(
      bare()
        .use(toNodeHandler(app))
        .use((error: Error, _request: unknown, response: { end(text: string): void }, _next: unknown) =>
          response.end(`theirs: ${error.message}`),
        ),
    )
    const bytes = await ask(port, '/odd')
    expect(bytes).toMatch(/theirs: The value of "x-odd" has a character that no header may have$/)
    expect(bytes).not.toMatch(/x-fine/)
  })
})

describe('our handler, called with a third argument `next` as Express calls it', () => {
  test('a handler that exceeds its time limit is answered with a 503, and its signal aborts', async () => {
    const errors: unknown[] = []
    let reason: unknown
    const app = new Application({ router: new FindMyWayRouter() })
    app.get('/late', (request) => {
      request.signal.addEventListener('abort', () => {
        reason = request.signal.reason
      })
      return new Promise(() => undefined)
    })
    const handler = toNodeHandler(app, { handlerTimeout: 0.1, onError: (error) => errors.push(error) })
    const port = await listen(express().use(handler))
    expect(await ask(port, '/late')).toMatch(/^HTTP\/1\.1 503 /)
    expect(errors.map(String)).toEqual(['HttpError: GET /late was not answered within 0.1 s'])
    expect(reason).toMatchObject({ name: 'TimeoutError' })
  })

  test('a stream that fails before the head was sent is an error for Express; a stream that fails later is reported to our listener', async () => {
    const errors: unknown[] = []
    const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
    const failing = (chunks: number) => {
      let sent = 0
      return new ReadableStream({
        pull: async (controller) => {
          if (sent > 0) await new Promise((resolve) => setTimeout(resolve, 20))
          if (sent++ === chunks) controller.error(new Error(`behind ${chunks}`))
          else controller.enqueue(new TextEncoder().encode('part'))
        },
      })
    }
    app.get('/early', () => new Response(failing(0)))
    app.get('/late', () => new Response(failing(1)))
    const port = await listen(
      express()
        .use(toNodeHandler(app))
        .use((error: Error, _request: unknown, response: { end(text: string): void }, _next: unknown) =>
          response.end(`theirs: ${error.message}`),
        ),
    )
    expect(await ask(port, '/early')).toMatch(/theirs: behind 0$/)
    expect(errors).toEqual([])
    const late = await ask(port, '/late')
    expect(late).toMatch(/^HTTP\/1\.1 200 [\s\S]*part/)
    expect(late).not.toMatch(/0\r\n\r\n$/)
    expect(errors.map(String)).toEqual(['Error: behind 1'])
  })
})

/** Joins the chunks of a response with chunked encoding, and returns the body. */
function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  let at = bytes.indexOf('\r\n\r\n') + 4
  for (;;) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (!size) return Buffer.concat(parts)
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}
