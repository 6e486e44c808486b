import { authentication, basicAuthenticator } from '@app/authentication'
import { authorization, REQUIRES } from '@app/authorization'
import { bodyParser } from '@app/body-parser'
import { Application, BODY_LIMIT, ErrorHandler, type MiddlewareInterface, text } from '@app/core'
import { csrf } from '@app/csrf'
import { developmentErrorResponder } from '@app/development'
import { endpoint } from '@app/endpoint'
import { implement } from '@app/endpoint/server'
import { problemDetails } from '@app/problem-details'
import { rateLimit } from '@app/rate-limit'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { sendFile } from '@app/static'
import { multipart } from '@app/uploads'
import { webSocket } from '@app/websocket'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'

const said: string[] = []
beforeEach(() => {
  vi.stubEnv('NODE_ENV', 'development')
  said.length = 0
  vi.spyOn(console, 'info').mockImplementation((line) => void said.push(line))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const VISIT_FROM_ANOTHER_SITE = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}
const JSON_TYPE = { 'content-type': 'application/json' }
const BOUNDARY = { 'content-type': 'multipart/form-data; boundary=b' }

/** The error page of the tested application, which shows no reason by itself. */
const page = (error: unknown) => text('page', { status: (error as { status: number }).status })

const PAGES = new ErrorHandler({ respond: developmentErrorResponder(page) })

/**
 * The middleware that answers errors, in each of the tested applications. Each application has to print the reason of a
 * refusal.
 */
const ANSWERING: Readonly<Record<string, readonly MiddlewareInterface[]>> = {
  nothing: [],
  'an error handler': [new ErrorHandler()],
  'an error handler of pages': [PAGES],
  'problem details': [problemDetails()],
}

function application(answering: readonly MiddlewareInterface[]): Application {
  const app = new Application({ router: new FindMyWayRouter() })
  for (const one of answering) app.pipe(one)
  app.pipe('/form', csrf())
  app.pipe('/limited', rateLimit({ limit: 1, window: 60, key: () => 'everybody' }))
  app.pipe('/parsed', bodyParser())
  const check = (name: string, password: string) =>
    name === 'ada' && password === 'right' ? { id: 'ada', roles: ['member'] } : null
  app.pipe('/guarded', authentication({ authenticators: [basicAuthenticator({ check })] }))
  app.pipe('/guarded/hidden', authorization({ hide: true }))
  app.pipe('/guarded', authorization())
  app.post('/form', () => text(''))
  app.get('/limited', () => text(''))
  app.post('/parsed', () => text(''))
  app.get('/guarded/hidden', () => text('')).set(REQUIRES, { roles: ['admin'] })
  app.get('/guarded', () => text('')).set(REQUIRES, { roles: ['admin'] })
  app.get('/guarded/closed', () => text(''))
  app.post('/json', async (request) => text(`${await request.json()}`))
  app.post('/fields', async (request) => text(`${[...(await request.formData()).keys()]}`))
  app.post('/small', async (request) => text(await request.text())).set(BODY_LIMIT, 3)
  app.post('/upload', async (request) => text(`${(await multipart(request).next()).done}`))
  app.get('/chat', webSocket({}))
  app.get('/file', (request) => sendFile(request, '/no/such/file'))
  const body = z.object({ title: z.string() })
  app.route(
    implement(
      endpoint({ method: 'POST', path: '/notes', name: 'notes', body, responses: { 200: z.string() } }),
      () => '',
    ),
  )
  return app
}

/**
 * Refused requests, each with its status and the reason. The printed line consists of the method, the path, the status
 * and the reason.
 */
const REFUSED: readonly (readonly [path: string, init: RequestInit, status: number, reason: RegExp])[] = [
  ['/form', { method: 'POST', headers: VISIT_FROM_ANOTHER_SITE }, 403, /another site/],
  ['/form', { method: 'POST', headers: { ...FORM, cookie: 'a=b' } }, 403, /secret/],
  ['/limited', {}, 429, /limit/],
  ['/parsed', { method: 'POST', body: '{', headers: JSON_TYPE }, 400, /not JSON/],
  ['/guarded', {}, 401, /nobody|log/i],
  ['/guarded', { headers: { authorization: 'Basic YWRhOndyb25n' } }, 401, /wrong name or password/],
  ['/guarded', { headers: { authorization: 'Basic YWRhOnJpZ2h0' } }, 403, /roles admin/],
  ['/guarded/closed', { headers: { authorization: 'Basic YWRhOnJpZ2h0' } }, 403, /has no requirement/],
  ['/guarded/hidden', { headers: { authorization: 'Basic YWRhOnJpZ2h0' } }, 404, /roles admin/],
  ['/guarded/none', { headers: { authorization: 'Basic YWRhOnJpZ2h0' } }, 404, /no route/],
  ['/json', { method: 'POST', body: 'a=b', headers: FORM }, 400, /not valid JSON/],
  ['/fields', { method: 'POST', body: '{}', headers: JSON_TYPE }, 415, /form/],
  ['/small', { method: 'POST', body: 'four' }, 413, /larger than 3 bytes/],
  ['/upload', { method: 'POST', body: '{}', headers: JSON_TYPE }, 415, /multipart\/form-data/],
  ['/upload', { method: 'POST', body: 'x', headers: BOUNDARY }, 400, /form/],
  ['/chat', {}, 426, /WebSocket/],
  ['/file', {}, 404, /\/no\/such\/file/],
  ['/notes', { method: 'POST', body: '{}', headers: JSON_TYPE }, 422, /title/],
  ['/notes', { method: 'POST', body: 'a', headers: { 'content-type': 'text/x' } }, 415, /text\/x|application\/json/],
  ['/none', {}, 404, /no route/],
  ['/json', {}, 405, /take POST/],
  ['/%', {}, 400, /cannot be read/],
]

test.each(Object.entries(ANSWERING))(
  'in development each refused request is logged in one line with the reason, if %s answers errors',
  async (_name, answering) => {
    const app = application(answering)
    await app.request('/limited')
    for (const [path, init, status, reason] of REFUSED) {
      said.length = 0
      const response = await app.request(path, init)
      // If the path cannot be decoded, the printed line has the path in its reason, and `/` in the place of the path.
      const line = `${init.method ?? 'GET'} ${path === '/%' ? '/' : path} ${status}: `
      expect
        .soft([response.status, said.length, said[0]?.startsWith(line)], `${line}${reason}`)
        .toEqual([status, 1, true])
      expect.soft(said[0]?.slice(line.length)).toMatch(reason)
      // In development, `developmentErrorResponder()` shows the reason in place of the application's own error page.
      if (answering.includes(PAGES) && path !== '/notes') expect.soft(await response.text()).toMatch(reason)
    }
  },
)

test.each(['production', 'test'])('with NODE_ENV %s no line is printed for any refused request', async (mode) => {
  vi.stubEnv('NODE_ENV', mode)
  for (const answering of Object.values(ANSWERING)) {
    for (const [path, init] of REFUSED) await application(answering).request(path, init)
  }
  expect(said).toEqual([])
})
