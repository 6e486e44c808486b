import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import session from '@fastify/secure-session'
import fastify from 'fastify'
import { ITEMS, NOWHERE, ORIGIN, SECRET, USER } from '../stack-cases.mjs'

export async function start(port) {
  const app = fastify({ logger: { stream: NOWHERE }, genReqId: () => randomUUID() })
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  await app.register(helmet, { enableCSPNonces: true })
  await app.register(compress, { threshold: 1_024 })
  await app.register(cors, { origin: [ORIGIN] })
  await app.register(session, { secret: SECRET, salt: 'sixteen letters.', cookie: { path: '/' } })
  app.get('/log-in', (request) => {
    request.session.set('user', USER)
    return 'welcome'
  })
  app.get('/page', async (request) => ({ user: request.session.get('user'), items: ITEMS }))
  app.get('/name', async (request) => ({ user: request.session.get('user') }))
  await app.listen({ port, host: '127.0.0.1' })
}
