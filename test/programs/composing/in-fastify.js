import { Application, Pipeline, text, toNodeHandler } from '@app/core'
import fastify from 'fastify'

const app = new Application()
app.get('/', (request) => text(`Ours, at ${request.basePath}`))
app.post('/echo', async (request) => text(await request.text()))

const handle = toNodeHandler(new Pipeline().pipe('/new', app), { anySpelling: false })
const server = fastify()

await server.register(async (part) => {
  part.removeAllContentTypeParsers()
  part.addContentTypeParser('*', (_request, _body, done) => done(null))
  for (const path of ['/new', '/new/*']) {
    part.all(path, (request, reply) => {
      reply.hijack()
      return handle(request.raw, reply.raw)
    })
  }
})

server.post('/old/echo', async (request) => request.body)
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
