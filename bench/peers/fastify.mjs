import { Readable } from 'node:stream'
import fastify from 'fastify'
import { BIG_VALUE, CHUNK, CHUNKS, DEEP_ROUTES, isAllowed, isWhole, sessionOf } from '../cases.mjs'

export async function start(port) {
  const app = fastify()
  app.get('/', (_request, reply) => reply.type('text/plain; charset=utf-8').send('Hello, world!'))
  app.get('/user/:id', (request) => ({ id: request.params.id }))
  app.post('/json', (request) => request.body)
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  app.post('/upload', (request) => String(request.body.length))
  app.get('/big', () => BIG_VALUE)
  app.get('/stream', (_request, reply) => reply.type('application/octet-stream').send(Readable.from(chunks())))
  app.register(async (deep) => {
    for (let i = 0; i < 4; i++) deep.addHook('onRequest', async () => undefined)
    deep.addHook('onSend', async (_request, reply) => void reply.header('x-served-by', 'us'))
    for (let i = 0; i < DEEP_ROUTES; i++) {
      deep.get(`/deep/r${i}/:user/items/:item`, (request) => ({ user: request.params.user, item: request.params.item }))
    }
  })
  app.register(async (api) => {
    api.addHook('onRequest', async (request, reply) => {
      if (!isAllowed(request.headers.authorization)) return reply.code(401).send('Unauthorized')
    })
    api.get('/api/shops/:shop/shelves/:shelf/goods/:good', (request, reply) => {
      const { shop, shelf, good } = request.params
      if (![shop, shelf, good].every(isWhole)) return reply.code(400).send('Bad Request')
      const { page, sort } = request.query
      return { shop, shelf, good, page, sort, session: sessionOf(request.headers.cookie) }
    })
  })
  const three = async (nested) => nested.get('/:id', (request) => ({ id: request.params.id }))
  const two = async (nested) => nested.register(three, { prefix: '/three' })
  const one = async (nested) => nested.register(two, { prefix: '/two' })
  app.register(one, { prefix: '/one' })
  await app.listen({ port, host: '127.0.0.1' })
}

function* chunks() {
  for (let i = 0; i < CHUNKS; i++) yield CHUNK
}
