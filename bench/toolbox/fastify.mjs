import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import session from '@fastify/secure-session'
import files from '@fastify/static'
import fastify from 'fastify'
import { ORIGIN, SECRET, USER } from '../stack-cases.mjs'
import { DAY, FILES, NAME } from '../toolbox-cases.mjs'

export async function start(port) {
  const app = fastify()
  const under = (prefix, plugin, options, routes = nameRoute) =>
    app.register(
      async (scope) => {
        if (plugin) await scope.register(plugin, options)
        routes(scope)
      },
      { prefix },
    )
  under('/bare')
  under('/cors', cors, { origin: [ORIGIN] })
  under('/limited', rateLimit, { max: 1_000_000_000, timeWindow: DAY * 1_000, enableDraftSpec: true })
  under('/session', session, { secret: SECRET, salt: 'sixteen letters.', cookie: { path: '/' } }, (scope) => {
    scope.get('/log-in', (request) => {
      request.session.set('user', USER)
      return 'welcome'
    })
    scope.get('/name', async (request) => request.session.get('user'))
  })
  app.register(files, { root: FILES, prefix: '/static/' })
  await app.listen({ port, host: '127.0.0.1' })
}

function nameRoute(scope) {
  scope.get('/name', async () => NAME)
}
