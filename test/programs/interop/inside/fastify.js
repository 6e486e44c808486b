import { Application, toNodeHandler } from '@app/core'
import fastify from 'fastify'
import app from '../app.js'

export default async function start(port) {
  const site = fastify()
  const handle = toNodeHandler(new Application().pipe('/new', app), { anySpelling: false })
  await site.register(async (part) => {
    // Fastify leaves the body unread, so that the application can read it.
    part.removeAllContentTypeParsers()
    part.addContentTypeParser('*', (_request, _body, done) => done(null))
    part.all('/new/*', (request, reply) => {
      reply.hijack()
      return handle(request.raw, reply.raw)
    })
  })
  await site.listen({ port, host: '127.0.0.1' })
  return site.server
}
