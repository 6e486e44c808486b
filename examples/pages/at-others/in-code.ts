import { authentication, sessionAuthenticator } from '@app/authentication'
import { oidc } from '@app/authentication-oidc'
import { authorization, REQUIRES } from '@app/authorization'
import { Application } from '@app/core'
import { csrf } from '@app/csrf'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { session } from '@app/session'
import { account } from '../logging-in/pages.ts'
import { identify } from './accounts.ts'
import { logInPage } from './log-in-page.ts'

const { GOOGLE_ID = 'our id', GOOGLE_SECRET = 'our secret', ISSUER = 'http://localhost:8080/realms/acme' } = process.env

const app = new Application({ router: new FindMyWayRouter() })
const atOthers = oidc({
  providers: {
    google: {
      issuer: 'https://accounts.google.com',
      clientId: GOOGLE_ID,
      clientSecret: GOOGLE_SECRET,
      scopes: ['profile'],
    },
    keycloak: { issuer: ISSUER, clientId: 'notes', scopes: ['profile'] },
  },
  identify,
})

app.pipe(session())
app.pipe(csrf())
app.pipe(authentication({ authenticators: [sessionAuthenticator()], loginPage: '/log-in' }))
app.pipe(authorization())

app.get('/log-in', logInPage).set(REQUIRES, 'public')
app.route('/log-in/{provider}', atOthers.logIn, ['GET', 'POST']).set(REQUIRES, 'public')
app.get('/log-in/{provider}/callback', atOthers.callback).set(REQUIRES, 'public')
app.post('/log-out/{provider}', atOthers.logOut).set(REQUIRES, 'public')
app.get('/account', account).set(REQUIRES, 'authenticated')

export default app
