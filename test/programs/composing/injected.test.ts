import { Application, text, toNodeHandler } from '@app/core'
import fastify from 'fastify'
import { expect, test } from 'vitest'

test.each(['text', 'body', 'raw'] as const)(
  'a body that Fastify injects without a socket is read by means of request.%s',
  async (reader) => {
    const app = new Application().pipe(async (request) => {
      if (reader === 'body') return text(await new Response(request.body).text())
      return text(await (reader === 'raw' ? request.raw : request).text())
    })
    const handle = toNodeHandler(app)
    const server = fastify()
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('*', (_request, _body, done) => done(null))
    server.post('/', (request, reply) => {
      reply.hijack()
      return handle(request.raw, reply.raw)
    })
    const answer = await server.inject({
      method: 'POST',
      url: '/',
      payload: 'a body',
      headers: { 'content-type': 'a/b' },
    })
    expect([answer.statusCode, answer.body]).toEqual([200, 'a body'])
    await server.close()
  },
)
