import { authentication, IDENTITY, sessionAuthenticator } from '@app/authentication'
import { oidc } from '@app/authentication-oidc'
import { Application, createServer, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { session } from '@app/session'
import { createStorage } from 'unstorage'
import fsDriver from 'unstorage/drivers/fs'

/** An application that logs in at a provider, whose processes share the sessions in a folder. */
const { ISSUER: issuer = '', FOLDER: base = '' } = process.env

const app = new Application({ router: new FindMyWayRouter() })
const atOthers = oidc({
  providers: { acme: { issuer, clientId: 'our-client', clientSecret: 'our-secret' } },
  identify: ({ iss, sub }) => ({ id: `${iss} ${sub}` }),
  origin: 'https://app.example',
})
app.pipe(session({ secret: 'shared'.repeat(6), store: createStorage({ driver: fsDriver({ base }) }), secure: false }))
app.pipe(authentication({ authenticators: [sessionAuthenticator()] }))
app.get('/log-in/{provider}', atOthers.logIn)
app.get('/log-in/{provider}/callback', atOthers.callback)
app.get('/me', (request) => text(request.attribute(IDENTITY)?.id ?? 'nobody'))

const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
console.log(`READY ${server.address?.port}`)
