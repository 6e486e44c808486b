import { Application, empty, HttpError, html, type Middleware } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SESSION, session, sessionKey } from '@app/session'
import { webSocket } from '@app/websocket'

const Name = sessionKey<string>('name')
/** A guard that refuses connections of visitors who have not logged in. */
const known: Middleware = (request, next) => {
  if (request.attribute(SESSION).get(Name) === undefined) throw new HttpError(401)
  return next(request)
}

/** A chat that knows its members by their session. The session is in a cookie, so that it outlives the process. */
const app = new Application({ router: new FindMyWayRouter() })
app.pipe(session({ secret: 'behind a log-in'.repeat(3) }))
app.get('/', () => html('<!doctype html><title>Chat</title>'))
app.post('/log-in/{name}', (request) => {
  const visit = request.attribute(SESSION)
  visit.regenerate()
  visit.set(Name, request.params.name)
  return empty()
})
app.get('/chat', [
  known,
  webSocket({
    open: (peer) => peer.subscribe('chat'),
    message(peer, message, request) {
      const said = `${request.attribute(SESSION).get(Name)}: ${message.text()}`
      peer.send(said)
      peer.publish('chat', said)
    },
  }),
])

const server = await app.run({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' })
console.log(`READY ${server.address?.port}`)
