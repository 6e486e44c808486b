import Fastify from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    user: string
  }
}

export const server = Fastify()
server.decorateRequest('user', '')

server.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
  reply.code(error.statusCode ?? 500).send({ failed: request.url })
})

server.register(
  async (admin) => {
    admin.addHook('onRequest', async (request, reply) => {
      const user = request.headers.authorization
      if (user === undefined) return reply.code(401).send({ failed: 'Who are you?' })
      request.user = user
    })
    admin.get('/me', async (request) => ({ user: request.user }))
  },
  { prefix: '/admin' },
)

server.post<{ Body: { name: string } }>(
  '/users',
  {
    schema: {
      body: { type: 'object', required: ['name'], properties: { name: { type: 'string', minLength: 1 } } },
      response: { 201: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } } },
    },
  },
  async (request, reply) => {
    reply.code(201)
    return { id: 1, name: request.body.name, passwordHash: 'secret' }
  },
)

server.get<{ Params: { id: string } }>('/users/:id', async (request, reply) => {
  reply.header('cache-control', 'no-store')
  return { id: request.params.id }
})
