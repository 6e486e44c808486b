import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toFetchHandler } from '@app/http'
import type { RouterInterface } from '@app/router'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dispatchMiddleware, methodNotAllowedMiddleware, routeFor, routeMiddleware } from '../extending.ts'
import { Application, type Container, host, type Middleware, Pipeline, text, toNodeHandler } from '../index.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE']

/** Answers with the results of `routeFor`, one for each method: the path of the route, or the allowed methods. */
const asking: Middleware = async (request) => {
  const results = await Promise.all(METHODS.map((method) => routeFor(request, method)))
  return Response.json(results.map((result) => (result.matched ? result.route.path : result.allowedMethods.join())))
}

function withRoutes(container?: Container): Application {
  const app = new Application({ router: new FindMyWayRouter(), ...(container && { container }) })
  return app
}

function notes(): Application {
  const app = withRoutes()
  app.get('/notes/{id}', never)
  app.post('/notes/{id:\\d+}', never)
  return app
}

async function ask(app: Application, path: string, init?: RequestInit): Promise<unknown> {
  return (await app.request(path, init)).json()
}

test.each<[string, (app: Application) => unknown, string]>([
  [
    'of the application that calls it',
    (app) => app.route(notes().routes[0] as never) && app.route(notes().routes[1] as never),
    '/notes/7',
  ],
  ['of a nested application', (app) => app.pipe(notes()), '/notes/7'],
  ['under a prefix', (app) => app.pipe('/api', notes()), '/api/notes/7'],
  ['under several prefixes', (app) => app.pipe('/api', new Pipeline().pipe('/v1', [notes()])), '/api/v1/notes/7'],
  ['of an application for a host', (app) => app.pipe(host('localhost', notes())), '/notes/7'],
  ['of an application that is a service', (app) => app.pipe('/api', 'notes'), '/api/notes/7'],
  [
    'of an application that pipes its steps itself',
    (app) => app.pipe('/api', notes().pipeRoutingMiddleware().pipe(never).pipeDispatchMiddleware()),
    '/api/notes/7',
  ],
])('routeFor() finds the routes %s, and no later middleware runs', async (_where, add, path) => {
  const container: Container = { has: (name) => name === 'notes', get: () => notes() }
  const app = withRoutes(container).pipe(asking).pipe(never)
  add(app)
  expect(await ask(app, path)).toEqual(['/notes/{id}', '/notes/{id}', '/notes/{id:\\d+}', 'GET,POST'])
  expect(await ask(app, '/other')).toEqual(['', '', '', ''])
})

test('routeFor() does not find a route under another prefix or host', async () => {
  const app = withRoutes().pipe(asking).pipe('/api', notes()).pipe(host('api.example', notes()))
  expect(await ask(app, '/notes/7')).toEqual(['', '', '', ''])
  expect(await ask(app, '/apinotes/7')).toEqual(['', '', '', ''])
  expect((await ask(app, 'http://api.example/notes/7')) as string[]).toContain('/notes/{id}')
})

test('routeFor() returns the result of the first application that has the path, also if that result is a 405', async () => {
  const app = withRoutes().pipe(asking).pipe(notes())
  app.delete('/notes/{id}', never)
  expect(await ask(app, '/notes/x')).toEqual(['/notes/{id}', '/notes/{id}', 'GET', 'GET'])
})

test('routeFor() called under a prefix finds the route by the rest of the path', async () => {
  const app = withRoutes().pipe('/api', [asking, notes()])
  expect(await ask(app, '/api/notes/x')).toEqual(['/notes/{id}', '/notes/{id}', 'GET', 'GET'])
})

test('routeFor() finds the route under a prefix that Express has removed', async () => {
  const handle = toNodeHandler(withRoutes().pipe(asking).pipe('/api', notes()))
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url?.replace('/outer', '')
    void handle(
      Object.assign(incoming, { originalUrl: incoming.url, baseUrl: '/outer', url }),
      outgoing,
      () => undefined,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/outer/api/notes/x`, { headers: { connection: 'close' } })
  expect(await response.json()).toEqual(['/notes/{id}', '/notes/{id}', 'GET', 'GET'])
})

test('routeFor() finds the routes of an application that middleware calls once that application has got an OPTIONS request', async () => {
  const api = notes().pipeRoutingMiddleware().pipe(asking).pipeDispatchMiddleware()
  const app = withRoutes().pipe('/api', (request, handler) => api.process(request, handler))
  const found = ['/notes/{id}', '/notes/{id}', '/notes/{id:\\d+}', 'GET,POST']
  expect(await ask(app, '/api/notes/7', { method: 'OPTIONS' })).toEqual(found)
  expect(await ask(app, '/api/notes/7')).toEqual(['', '', '', ''])
  expect(await ask(app, '/api/none', { method: 'OPTIONS' })).toEqual(['', '', '', ''])
})

test('routeFor() constructs no class, and finds the routes of an application that a class is once it is made', async () => {
  let made = 0
  class Notes extends Application {
    constructor() {
      super({ router: new FindMyWayRouter() })
      made++
      this.get('/notes/{id}', never)
    }
  }
  const app = withRoutes().pipe('/api', [asking, Notes])
  expect([await ask(app, '/api/notes/7'), made]).toEqual([['', '', '', ''], 0])
  await app.check()
  expect(await ask(app, '/api/notes/7')).toEqual(['/notes/{id}', '/notes/{id}', 'GET', 'GET'])
})

test('routeFor() waits for services that are promises, in the order of the pipeline', async () => {
  const first = withRoutes()
  first.get('/first', never)
  const services: Record<string, unknown> = { first: Promise.resolve(first), notes: Promise.resolve(notes()) }
  const container: Container = { has: (name) => String(name) in services, get: (name) => services[String(name)] }
  const app = withRoutes(container).pipe(asking).pipe('first').pipe('notes')
  app.delete('/notes/{id}', never)
  expect(await ask(app, '/notes/x')).toEqual(['/notes/{id}', '/notes/{id}', 'GET', 'GET'])
  expect(await ask(app, '/first')).toEqual(['/first', '/first', 'GET', 'GET'])
})

test('routeFor() finds nothing if no application answers the request', async () => {
  const handle = toFetchHandler((request) => asking(request, never))
  expect(await (await handle(new Request('http://localhost/notes/7'))).json()).toEqual(['', '', '', ''])
})

function never(): Response {
  return text('This should not have run.', { status: 500 })
}

describe('routing after routeFor()', () => {
  const matched: string[] = []
  const counting: RouterInterface = {
    traits: new FindMyWayRouter().traits,
    compile: (routes) => {
      const match = new FindMyWayRouter().compile(routes)
      return (method, path) => {
        matched.push(`${method} ${path}`)
        return match(method, path)
      }
    },
  }
  const lookingUp =
    (method: string): Middleware =>
    async (request, handler) => {
      await routeFor(request, method)
      return handler(request)
    }
  const answered = async (app: Application, path: string, method = 'GET') => {
    matched.length = 0
    const response = await app.request(path, { method })
    return [await response.text(), ...matched]
  }
  const withNotes = (...front: Middleware[]) => {
    const app = new Application({ router: counting })
    for (const middleware of front) app.pipe(middleware)
    app.get('/notes/{id}', ({ params }) => text(`read ${params.id}`))
    app.post('/notes/{id}', ({ params }) => text(`wrote ${params.id}`))
    return app
  }

  test('routing takes over the match that routeFor() has found for the same method, and does not match again', async () => {
    expect(await answered(withNotes(lookingUp('GET')), '/notes/7')).toEqual(['read 7', 'GET /notes/7'])
    expect(await answered(new Application().pipe('/api', withNotes(lookingUp('GET'))), '/api/notes/7')).toEqual([
      'read 7',
      'GET /notes/7',
    ])
  })

  test('routing does not take over a match that routeFor() has found for HEAD by a route of GET', async () => {
    const app = new Application({ router: counting }).pipe(lookingUp('HEAD'))
    app.pipe([routeMiddleware, methodNotAllowedMiddleware, dispatchMiddleware])
    app.get('/notes', never)
    expect((await app.request('/notes', { method: 'HEAD' })).status).toBe(405)
  })

  test('routing matches again if routeFor() has looked up another method', async () => {
    const app = withNotes(lookingUp('GET'))
    expect(await answered(app, '/notes/7', 'POST')).toEqual(['wrote 7', 'GET /notes/7', 'POST /notes/7'])
    const twice = withNotes(lookingUp('POST'), lookingUp('GET'))
    expect(await answered(twice, '/notes/7', 'POST')).toContain('wrote 7')
  })
})
