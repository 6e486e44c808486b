import { Application } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { app } from './app.ts'
import { server } from './fastify.ts'

type Method = 'GET' | 'POST' | 'DELETE' | 'HEAD'
type Answer = readonly [status: number, body: string]

const json = { 'content-type': 'application/json' }

async function theirs(method: Method, url: string, headers = {}, payload?: string): Promise<Answer> {
  const response = await server.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  return [response.statusCode, response.body]
}

async function ours(method: Method, url: string, headers = {}, body?: string): Promise<Answer> {
  const response = await app.request(url, { method, headers, ...(body === undefined ? {} : { body }) })
  return [response.status, await response.text()]
}

afterAll(() => server.close())

test.each<[Method, string, object, string | undefined, ...Answer]>([
  ['GET', '/users/7', {}, undefined, 200, '{"id":"7"}'],
  ['GET', '/admin/me', { authorization: 'Ada' }, undefined, 200, '{"user":"Ada"}'],
  ['GET', '/admin/me', {}, undefined, 401, '{"failed":"Who are you?"}'],
  ['POST', '/users', json, '{"name":"Ada"}', 201, '{"id":1,"name":"Ada"}'],
  ['POST', '/users', json, '{', 400, '{"failed":"/users"}'],
  ['HEAD', '/users/7', {}, undefined, 200, ''],
])(
  '%s %s with %o and the body %s is answered alike by both programs',
  async (method, url, headers, body, ...answer) => {
    expect(await theirs(method, url, headers, body)).toEqual(answer)
    expect(await ours(method, url, headers, body)).toEqual(answer)
  },
)

test.each<[string, Method, string, number, number]>([
  ['a body that does not fit its schema', 'POST', '/users', 400, 422],
  ['a method that the path does not have', 'DELETE', '/users', 404, 405],
  ['a path under the prefix without a route, without a log-in', 'GET', '/admin/none', 404, 401],
])('%s is answered with another status: %s %s', async (_what, method, url, before, after) => {
  const [headers, body] = method === 'POST' ? [json, '{"name":""}'] : [{}, undefined]
  expect((await theirs(method, url, headers, body))[0]).toBe(before)
  expect((await ours(method, url, headers, body))[0]).toBe(after)
})

test('the message of an unexpected error is sent by Fastify, and is not sent here', async () => {
  const broken = () => {
    throw new Error('a secret')
  }
  const fastify = Fastify()
  fastify.get('/', broken)
  expect((await fastify.inject('/')).body).toContain('a secret')

  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.get('/', broken)
  expect(await (await app.request('/')).text()).toBe('Internal Server Error')
})
