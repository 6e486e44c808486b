import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { get } from 'node:http'
import { Readable } from 'node:stream'
import { Application, BODY_LIMIT, createServer, ErrorHandler, HttpError, json, text } from '@app/core'
import { plainBody } from '@app/core/extending'
import { FindMyWayRouter } from '@app/router-find-my-way'
import compression from 'compression'
import type express from 'express'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CONNECT, type ConnectMiddleware, connect } from './index.ts'

type Next = (error?: unknown) => void
type Request = IncomingMessage & { readonly baseUrl: string; readonly originalUrl: string; readonly params: object }

const quiet = { onError: () => undefined }

async function serve(app: Application): Promise<string> {
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await server.close({ grace: 0 })
  })
  return `http://127.0.0.1:${server.address?.port}`
}

const setting =
  (name: string, value: string) =>
  (_req: IncomingMessage, res: ServerResponse, next: Next): void => {
    res.setHeader(name, value)
    next()
  }

describe('the handler after connect()', () => {
  test('the response of the handler after connect() gets the headers that middleware sets, and its body is not changed', async () => {
    const bodies: unknown[] = []
    const app = new Application()
    app.pipe(async (request, handler) => {
      const answer = await handler(request)
      bodies.push(plainBody(answer))
      return answer
    })
    app
      .pipe(connect(setting('x-a', '1'), setting('x-b', '2')))
      .pipe(() => text('Hello!', { headers: { 'x-b': 'own' } }))
    const answer = await app.request('/')
    expect([answer.headers.get('x-a'), answer.headers.get('x-b'), await answer.text()]).toEqual(['1', 'own', 'Hello!'])
    expect(bodies).toEqual(['Hello!'])
  })

  test('the cookies and the Vary of the handler after connect() are added to those that middleware sets', async () => {
    const own = (_req: IncomingMessage, res: ServerResponse, next: Next) => {
      res.setHeader('set-cookie', ['a=1', 'b=2'])
      res.setHeader('vary', 'Origin, Accept')
      next()
    }
    const app = new Application().pipe(connect(own))
    app.pipe(() => text('x', { headers: { 'set-cookie': 'c=3', vary: 'accept' } }))
    const { headers } = await app.request('/')
    expect([headers.getSetCookie(), headers.get('vary')]).toEqual([['a=1', 'b=2', 'c=3'], 'accept, Origin'])
  })

  test('the handler after two connect() gets the properties that the middleware of both has added to req', async () => {
    const user = (req: { user?: string }, _res: ServerResponse, next: Next) => {
      req.user = `${req.user ?? ''}a`
      next()
    }
    const app = new Application()
      .pipe(connect(user))
      .pipe((request, handler) => handler(request))
      .pipe(connect(user))
    app.pipe((request) => text((request.attribute(CONNECT).req as { user?: string }).user ?? ''))
    expect(await (await app.request('/')).text()).toBe('aa')
  })

  test('middleware of the pipeline between two connect() can change the response of the inner connect()', async () => {
    const app = new Application().pipe(connect(setting('x-outer', '1')))
    app.pipe(async (request, handler) => {
      const answer = await handler(request)
      answer.headers.set('x-between', '2')
      return answer
    })
    app.pipe(connect((_req: IncomingMessage, res: ServerResponse) => res.end('inner')))
    const { headers } = await app.request('/')
    expect([headers.get('x-outer'), headers.get('x-between')]).toEqual(['1', '2'])
  })
})

test('middleware sees in req.url the URL without the prefix of its pipe, and in req.params the params of its route', async () => {
  const show = ({ url, baseUrl, originalUrl, params }: Request, res: ServerResponse) =>
    res.end(JSON.stringify([url, baseUrl, originalUrl, params]))
  const app = new Application({ router: new FindMyWayRouter() }).pipe('/a', connect(show))
  app.get('/b/{id}', connect(show))
  expect(await (await app.request('/a/c%20d?e=%2Ff')).json()).toEqual(['/c%20d?e=%2Ff', '/a', '/a/c%20d?e=%2Ff', {}])
  expect(await (await app.request('/a')).json()).toEqual(['/', '/a', '/a', {}])
  expect(await (await app.request('/b/7')).json()).toEqual(['/b/7', '', '/b/7', { id: '7' }])
})

test('middleware gets the URL that earlier middleware of the same connect() has rewritten, and the handler after connect() gets the original URL', async () => {
  const write = (req: IncomingMessage, _res: object, next: Next) => {
    req.url = '/written'
    next()
  }
  const keep = (req: IncomingMessage & { seen?: unknown[] }, _res: object, next: Next) => {
    req.seen = [...(req.seen ?? []), req.url]
    next()
  }
  const app = new Application().pipe(connect(write, keep)).pipe(connect(keep))
  app.pipe((request) => json([request.path, ...((request.attribute(CONNECT).req as { seen?: string[] }).seen ?? [])]))
  expect(await (await app.request('/came')).json()).toEqual(['/came', '/written', '/came'])
})

test('req and res have the members of Express, if Express is installed', async () => {
  const show: express.RequestHandler = (req, res) => {
    res.locals.seen = true
    res.status(201).json([req.ip, req.protocol, req.get('host'), req.query, res.locals])
  }
  const url = await serve(new Application().pipe(connect(show)))
  const answer = await fetch(`${url}/?a=1`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'application/json; charset=utf-8'])
  expect(await answer.json()).toEqual(['127.0.0.1', 'http', url.slice('http://'.length), { a: '1' }, { seen: true }])
})

describe('errors of middleware', () => {
  const answerOf = async (...middleware: readonly ConnectMiddleware[]) => {
    const errors: unknown[] = []
    const app = new Application({ onError: (error) => errors.push(error) }).pipe(connect(...middleware))
    const answer = await app.pipe(() => text('behind')).request('/')
    return [answer.status, await answer.text(), errors.map(String)]
  }
  const failing = (error: unknown) => (_req: object, _res: object, next: Next) => next(error)

  test.each<[string, ConnectMiddleware]>([
    ['that is passed to next', failing(new Error('gone'))],
    [
      'that is thrown',
      () => {
        throw new Error('gone')
      },
    ],
    ['that a promise rejects with', async () => Promise.reject(new Error('gone'))],
  ])('an error of middleware %s is an error of the pipeline', async (_what, middleware) => {
    expect(await answerOf(middleware)).toEqual([500, 'Internal Server Error', ['Error: gone']])
  })

  test('an error of middleware is answered with the status of the error or of res, and the status of an error of the handler after connect() is ignored', async () => {
    const error = Object.assign(new Error('Too few leaves'), { status: 418, expose: true })
    expect((await answerOf(failing(error))).slice(0, 2)).toEqual([418, 'Too few leaves'])
    const byResponse = (_req: object, res: ServerResponse, next: Next) => {
      res.statusCode = 403
      next(new Error('secret'))
    }
    expect((await answerOf(byResponse)).slice(0, 2)).toEqual([403, 'Forbidden'])
    const app = new Application(quiet).pipe(connect(setting('x-a', '1')))
    app.pipe(() => Promise.reject(Object.assign(new Error('behind'), { status: 418 })))
    expect((await app.request('/')).status).toBe(500)
  })

  class UnauthorizedError extends Error {
    override readonly name = 'UnauthorizedError'
    readonly inner = 'kept'
    constructor(members: object) {
      super('No token')
      Object.defineProperties(this, Object.getOwnPropertyDescriptors(members))
    }
  }
  const throwing = {
    get status(): number {
      throw new Error('not readable')
    },
  }
  const frozen = Object.freeze(new UnauthorizedError({ status: 401 }))

  test.each<[string, unknown, 'itself' | 'its cause', number, string]>([
    ['status', new UnauthorizedError({ status: 401 }), 'itself', 401, 'Unauthorized'],
    ['statusCode', new UnauthorizedError({ statusCode: 401 }), 'itself', 401, 'Unauthorized'],
    ['expose', new UnauthorizedError({ status: 401, expose: true }), 'itself', 401, 'No token'],
    ['the status 200', new UnauthorizedError({ status: 200 }), 'itself', 500, 'Internal Server Error'],
    ['the status 500', new UnauthorizedError({ status: 500 }), 'itself', 500, 'Internal Server Error'],
    ['a status that throws', new UnauthorizedError(throwing), 'itself', 500, 'Internal Server Error'],
    ['headers that are a string', new UnauthorizedError({ status: 401, headers: 'x' }), 'itself', 401, 'Unauthorized'],
    ['a status, frozen', frozen, 'its cause', 401, 'Unauthorized'],
    ['a status, but no Error', { status: 404, message: 'No leaf' }, 'its cause', 404, 'Not Found'],
    ['an HttpError', new HttpError(409), 'itself', 409, 'Conflict'],
  ])('an error with %s is for error handlers and onError %s', async (_what, error, place, status, body) => {
    const heard: unknown[] = []
    const listen = (one: unknown) => void heard.push(one)
    const alone = await new Application({ onError: listen }).pipe(connect(failing(error))).request('/')
    expect([alone.status, await alone.text()]).toEqual([status, body])
    const handling = new ErrorHandler({ listeners: [listen] })
    const handled = await new Application(quiet)
      .pipe(handling)
      .pipe(connect(failing(error)))
      .request('/')
    expect([handled.status, await handled.text()]).toEqual([status, body])
    expect(heard).toHaveLength(2)
    for (const one of heard) expect(place === 'itself' ? one : (one as Error).cause).toBe(error)
  })

  test('an error of a library keeps its class and its members, and its headers are sent', async () => {
    let seen: unknown
    const respond = (error: unknown) => {
      seen = error
      return text('Log in', { status: 401 })
    }
    const error = new UnauthorizedError({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
    const app = new Application(quiet).pipe(new ErrorHandler({ listeners: [], respond })).pipe(connect(failing(error)))
    const { headers } = await app.request('/')
    expect(headers.get('www-authenticate')).toBe('Bearer')
    expect(seen).toBeInstanceOf(UnauthorizedError)
    expect(seen).toMatchObject({ name: 'UnauthorizedError', message: 'No token', inner: 'kept', status: 401 })
    Object.assign(error, { status: 403 })
    expect(error).toMatchObject({ status: 403 })
  })

  test('responses to errors have the headers that middleware sets, and are not compressed by middleware', async () => {
    const app = new Application(quiet).pipe(connect(compression(), setting('x-a', '1')))
    app.pipe(() => {
      throw new HttpError(409, 'x'.repeat(2_000), { expose: true, headers: { 'content-type': 'text/plain' } })
    })
    const { status, headers } = await app.request('/', { headers: { 'accept-encoding': 'gzip' } })
    const names = ['x-a', 'content-encoding', 'cache-control']
    expect([status, ...names.map((name) => headers.get(name))]).toEqual([409, '1', null, null])
  })

  test('next("route") skips the rest of the middleware in the same connect(), and a second call of next() does nothing', async () => {
    const skipping = (_req: object, _res: object, next: Next) => {
      next('route')
      next()
    }
    expect(await answerOf(skipping, failing(new Error('not skipped')))).toEqual([200, 'behind', []])
  })

  test('an error that middleware throws after it has answered is reported, and the response is not changed', async () => {
    const late = (_req: object, res: ServerResponse) => {
      res.end('answered')
      throw new Error('late')
    }
    expect(await answerOf(late)).toEqual([200, 'answered', ['Error: late']])
  })

  test('an error after the first bytes of a response were sent aborts the response', async () => {
    const breaking = (_req: object, res: ServerResponse, next: Next) => {
      res.write('begun')
      setTimeout(() => next(new Error('broken')), 20)
    }
    const url = await serve(new Application(quiet).pipe(connect(breaking)))
    await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow()
  })

  test('connect() refuses a value that is not middleware, and error middleware, each with a message of its own', () => {
    expect(() => connect({} as never)).toThrow('expected middleware (req, res, next) => …, got object.')
    expect(() => connect([] as never)).toThrow('got a list.')
    const handling = (_error: never, _req: never, _res: never, _next: never) => undefined
    expect(() => connect(handling as never)).toThrow('Pipe an ErrorHandler')
  })
})

describe('a response of middleware', () => {
  test('a response of middleware has the status, the reason phrase and the headers that middleware has written', async () => {
    const own = (_req: object, res: ServerResponse) => {
      res.writeHead(203, 'Own', { 'X-A': ['1', '2'], 'set-cookie': ['a=1', 'b=2'] })
      res.end('ä', 'latin1')
    }
    const answer = await new Application().pipe(connect(own)).request('/')
    expect([answer.status, answer.statusText, answer.headers.get('x-a')]).toEqual([203, 'Own', '1, 2'])
    expect([answer.headers.getSetCookie(), [...new Uint8Array(await answer.arrayBuffer())]]).toEqual([
      ['a=1', 'b=2'],
      [0xe4],
    ])
  })

  test.each(['HEAD', 'GET'])(
    'a response of middleware has no body if the method is HEAD or the status is 304; here the method is %s',
    async (method) => {
      const own = (_req: object, res: ServerResponse) => {
        res.statusCode = method === 'GET' ? 304 : 200
        res.write('dropped')
        res.end('dropped')
      }
      const answer = await new Application().pipe(connect(own)).request('/', { method })
      expect(await answer.text()).toBe('')
    },
  )

  test('a response of middleware is streamed no faster than the client reads', async () => {
    let isTaken = 0
    const chunk = Buffer.alloc(65_536)
    const source = Readable.from(
      (function* () {
        for (; isTaken < 1_000; isTaken++) yield chunk
      })(),
    )
    const app = new Application().pipe(connect((_req: object, res: ServerResponse) => source.pipe(res)))
    const reader = (await app.request('/')).body?.getReader()
    await reader?.read()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(isTaken).toBeLessThan(50)
    await reader?.cancel()
    await expect.poll(() => source.destroyed || source.readableFlowing !== true).toBe(true)
  })

  test('a response that middleware writes after next() is sent even if the handler after connect() never answers', async () => {
    const impatient = (_req: object, res: ServerResponse, next: Next) => {
      setTimeout(() => res.writeHead(503).end('too late'), 20)
      next()
    }
    const app = new Application().pipe(connect(impatient)).pipe(() => new Promise(() => undefined))
    const answer = await app.request('/')
    expect([answer.status, await answer.text()]).toEqual([503, 'too late'])
  })
})

describe('middleware that listens for the end of a response', () => {
  test.each(['/', '/fails', '/inner'])(
    'after the response to %s is sent, middleware gets the event finish, with the sent status, and then close',
    async (path) => {
      const seen: unknown[] = []
      const watch = (_req: object, res: ServerResponse, next: Next) => {
        res.on('finish', () => seen.push(['finish', res.statusCode, res.headersSent]))
        res.on('close', () => seen.push('close'))
        next()
      }
      const app = new Application(quiet).pipe(connect(watch))
      app.pipe('/fails', () => Promise.reject(new HttpError(409)))
      app.pipe(
        '/inner',
        connect((_req: object, res: ServerResponse) => res.writeHead(409).end('x')),
      )
      const url = await serve(app.pipe(() => text('x', { status: 409 })))
      expect((await fetch(url + path)).status).toBe(409)
      await expect.poll(() => seen).toEqual([['finish', 409, true], 'close'])
    },
  )

  test('middleware gets the event close without finish if the client leaves', async () => {
    const seen: string[] = []
    const watch = (req: IncomingMessage, res: ServerResponse) => {
      req.on('aborted', () => seen.push('aborted'))
      res.on('finish', () => seen.push('finish'))
      res.on('close', () => seen.push('close'))
      res.write('begun')
    }
    const url = await serve(new Application(quiet).pipe(connect(watch)))
    const asked = get(url)
    const [answer] = await once(asked, 'response')
    answer.on('error', () => undefined)
    asked.destroy()
    await expect.poll(() => seen).toEqual(['aborted', 'close'])
  })
})

test('server-sent events pass one by one through middleware that compresses them', async () => {
  let send: (event: string) => void = () => undefined
  const events = new ReadableStream({
    start(controller) {
      send = (event) => controller.enqueue(new TextEncoder().encode(`data: ${event}\n\n`))
    },
  })
  const app = new Application().pipe(connect(compression()))
  app.pipe(() => new Response(events, { headers: { 'content-type': 'text/event-stream' } }))
  const answer = await fetch(await serve(app))
  expect(answer.headers.get('content-encoding')).not.toBeNull()
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (const event of ['first', 'second']) {
    send(event)
    expect((await reader?.read())?.value).toContain(event)
  }
  await reader?.cancel()
})

describe('the body of a request', () => {
  const count = (req: IncomingMessage, res: ServerResponse, next: Next) => {
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
    })
    req.on('end', () => res.end(String(size)))
    req.on('error', next)
  }
  const types = ['application/octet-stream', 'application/json']

  test.each(types)(
    'a body of the type %s that middleware reads is limited by the BODY_LIMIT of its route, else by the limit of the server',
    async (type) => {
      const app = new Application({ router: new FindMyWayRouter(), ...quiet })
      app.post('/large', connect(count)).set(BODY_LIMIT, 3_000_000)
      app.post('/small', connect(count))
      const url = await serve(app)
      const send = async (path: string) => {
        const body = Buffer.alloc(2_000_000)
        const answer = await fetch(url + path, { method: 'POST', body, headers: { 'content-type': type } })
        return [answer.status, await answer.text()]
      }
      expect(await send('/large')).toEqual([200, '2000000'])
      expect((await send('/small'))[0]).toBe(413)
    },
  )

  test.each(types)('middleware can read a body of the type %s that was read before connect()', async (type) => {
    const app = new Application().pipe(async (request, handler) => {
      await request.text()
      return handler(request)
    })
    const init = { method: 'POST', body: 'grün', headers: { 'content-type': type } }
    expect(await (await app.pipe(connect(count)).request('/', init)).text()).toBe('5')
  })

  test('handlers can read the body of a request that middleware leaves unread', async () => {
    const app = new Application().pipe(connect(setting('x-a', '1'))).pipe(async (request) => text(await request.text()))
    expect(await (await app.request('/', { method: 'POST', body: 'x' })).text()).toBe('x')
  })
})
