import type { Application } from '@app/core'
import type { RouterInterface } from '@app/router'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { Rou3Router } from '@app/router-rou3'
import { TrouterRouter } from '@app/router-trouter'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampled } from '../sampled.ts'
import { styles } from './build-styles.ts'

interface Answer {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

const ORDER = 'inner, outer'
const found = (body: string, route: string): Answer => ({
  status: 200,
  body,
  headers: { 'x-order': ORDER, 'x-route': route },
})
const notAllowed = (allow: string): Answer => ({ status: 405, body: 'Method Not Allowed', headers: { allow } })
const missing: Answer = { status: 404, body: 'Not Found', headers: { 'x-order': ORDER, 'x-route': 'none' } }

/** Each request and its response, which are the same for every way to build the application and for every router. */
const requests: [method: string, path: string, expected: Answer, init?: RequestInit][] = [
  ['GET', '/', found('Hello, world!', '/')],
  ['HEAD', '/', found('', '/')],
  ['OPTIONS', '/', { status: 200, body: '', headers: { allow: 'GET' } }],
  ['POST', '/', notAllowed('GET')],
  ['GET', '/?a=1', found('Hello, world!', '/')],
  ['GET', '/ping', found('{"ack":1}', '/ping')],
  ['GET', '/ping/', missing],
  ['GET', '/Ping', missing],
  ['GET', '//ping', missing],
  ['GET', '/%70ing', found('{"ack":1}', '/ping')],
  ['POST', '/post', found('Posted nothing.', '/post')],
  ['POST', '/post', found('Posted a letter.', '/post'), { body: 'a letter' }],
  ['GET', '/post', notAllowed('POST')],
  ['GET', '/users/7', found('{"user":"7"}', '/users/{id}')],
  ['PUT', '/users/7', found('{"user":"7"}', '/users/{id}')],
  ['DELETE', '/users/7', notAllowed('GET, PUT')],
  ['GET', '/users/x', missing],
  ['DELETE', '/users/x', missing],
  ['GET', '/users/', missing],
  ['GET', '/pages', found('{"page":null}', '/pages[/{page}]')],
  ['GET', '/pages/a%20b', found('{"page":"a b"}', '/pages[/{page}]')],
  ['GET', '/pages/%2561', found('{"page":"%61"}', '/pages[/{page}]')],
  ['GET', '/files/a/b%20c', found('{"file":"a/b c"}', '/files/{rest...}')],
  ['GET', '/admin/me', { status: 401, body: 'Who are you?', headers: { 'x-order': 'outer' } }],
  ['GET', '/admin', { status: 401, body: 'Who are you?' }],
  ['GET', '/%61dmin/me', { status: 401, body: 'Who are you?' }],
  ['GET', '/x/../admin/me', { status: 401, body: 'Who are you?' }],
  ['GET', '/admin/me', found('It is you.', '/admin/me'), { headers: { authorization: 'x' } }],
  ['GET', '/admin/you', missing, { headers: { authorization: 'x' } }],
  ['GET', '/administrator', missing],
  ['GET', '/shop', { status: 404, body: 'The shop has no /, at /shop.' }],
  ['GET', '/shop/shoes', { status: 404, body: 'The shop has no /shoes, at /shop.', headers: { 'x-order': ORDER } }],
  ['GET', '/shopping', missing],
  ['GET', '/broken', { status: 500, body: 'Internal Server Error' }],
  ['GET', '/busy', { status: 503, body: 'Service Unavailable', headers: { 'retry-after': '7' } }],
  ['GET', '/a%2Fb', { status: 400, body: 'Bad Request' }],
  ['GET', '/%zz', { status: 400, body: 'Bad Request' }],
]

const routers: readonly RouterInterface[] = [new FindMyWayRouter(), new TrouterRouter(), new Rou3Router()]

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  vi.restoreAllMocks()
})

async function expectAnswer(app: Application, method: string, path: string, expected: Answer, init?: RequestInit) {
  const response = await app.request(path, { method, ...init })
  const headers = Object.fromEntries(
    Object.keys(expected.headers ?? {}).map((name) => [name, response.headers.get(name)]),
  )
  expect({ status: response.status, body: await response.text(), headers }).toEqual({ headers: {}, ...expected })
}

const products = Object.entries(styles).flatMap(([style, build]) =>
  requests.flatMap((request) => routers.map((router) => ({ style, build, request, router }))),
)

test.each(sampled(products, ({ style, request }) => `${style} ${requests.indexOf(request)}`))(
  'an application built $style answers $request.0 $request.1 with $router.constructor.name',
  async ({ build, router, request: [method, path, expected, init] }) => {
    await expectAnswer(await build(router), method, path, expected, init)
  },
)

describe.each(routers.map((router) => ({ name: router.constructor.name, router })))('$name', ({ router }) => {
  describe.each(Object.entries(styles))('an application built %s', (_, build) => {
    test('app.url() makes the URL of a route, and app.check() finds no problem', async () => {
      const app = await build(router)
      expect(app.url('user', { id: 7 })).toBe('/users/7')
      await app.check()
    })
  })
})
