import { once } from 'node:events'
import { connect } from 'node:net'
import { text as whole } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { forEveryResponse } from '../extending.ts'
import {
  Application,
  createServer,
  ErrorHandler,
  json,
  type Middleware,
  mapResponse,
  Pipeline,
  text,
} from '../index.ts'
import { accessLog, requestId } from '../logging.ts'

const lines: string[] = []
const logged = () => accessLog({ logger: { info: (_entry, message) => lines.push(message) } })
const asJson = () =>
  new ErrorHandler({ respond: (error) => json({ name: (error as Error).name }, { status: 400 }), listeners: [] })

/** Middleware that says in a header that it ran. */
function ran(name: string): Middleware {
  return (request, handler) =>
    mapResponse(handler(request), (response) => {
      response.headers.append('x-ran', name)
      return response
    })
}

function application(): Application {
  const app = new Application({ onError: () => undefined })
  app.pipe(requestId()).pipe([logged(), ran('a guard')])
  app.pipe('/admin', forEveryResponse(ran('for /admin alone')))
  return app.pipe(new Pipeline().pipe(asJson())).pipe(forEveryResponse(ran('nested in nothing')))
}

describe('a request whose target has no canonical path gets 400', () => {
  test.each(['/%', '/a%2Fb', '/\\x'])(
    'the refused target %s gets a request id, a line in the access log, and a response by the error handler',
    async (target) => {
      lines.length = 0
      const response = await application().request(target)
      expect([response.status, await response.json()]).toEqual([400, { name: 'HttpError' }])
      expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
      expect(response.headers.get('x-ran')).toBe('nested in nothing')
      await expect.poll(() => lines).toEqual([`GET ${target} 400`])
    },
  )

  test.each(['\n', '\r', '\0', '\x7f'])(
    'a query with the control character %j is refused, as a path with the same character is',
    async (one) => {
      const answers = [`/a${one}b`, `/a?b${one}c`].map(async (target) => (await application().request(target)).status)
      expect(await Promise.all(answers)).toEqual([400, 400])
    },
  )

  test('over a socket the access log has the refused request, with the path as it was sent and without its query', async () => {
    lines.length = 0
    const server = await createServer(application()).listen({ port: 0, host: '127.0.0.1' })
    const socket = connect(server.address?.port as number, '127.0.0.1')
    socket.write('GET /%zz?token=secret HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    const [answer] = await Promise.all([whole(socket), once(socket, 'close')])
    expect(answer).toMatch(/^HTTP\/1.1 400 [\s\S]*x-request-id: [\da-f-]{36}/)
    expect(lines).toEqual(['GET /%zz 400'])
    await server.close()
  })

  test('for a refused request, a class is constructed only if it is marked for every response', async () => {
    const made: string[] = []
    class Plain {
      constructor() {
        made.push('plain')
      }
      process: Middleware = (request, handler) => handler(request)
    }
    class Handler extends ErrorHandler {
      constructor() {
        super({ respond: () => text('sorry', { status: 400 }), listeners: [] })
        made.push('marked')
      }
    }
    const response = await new Application().pipe(Plain).pipe(Handler).request('/%')
    expect([await response.text(), made]).toEqual(['sorry', ['marked']])
  })

  test('for a refused request, services are made to find out whether they are middleware for every response; a service that cannot be made is skipped', async () => {
    lines.length = 0
    let isDown = true
    const services: Record<string, () => unknown> = {
      log: logged,
      flaky: () => {
        if (isDown) throw new Error('no database')
        return forEveryResponse(ran('flaky'))
      },
    }
    const container = {
      has: (name: unknown) => String(name) in services,
      get: (name: unknown) => services[String(name)]?.(),
    }
    const app = new Application({ container: container as never, onError: () => undefined }).pipe('flaky').pipe('log')
    expect((await app.request('/%')).headers.get('x-ran')).toBeNull()
    isDown = false
    const { status, headers } = await app.request('/%')
    expect([status, headers.get('x-ran')]).toEqual([400, 'flaky'])
    await expect.poll(() => lines).toEqual(['GET /% 400', 'GET /% 400'])
  })
})
