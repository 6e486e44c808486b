import { authentication, IDENTITY, type Identity, sessionAuthenticator } from '@app/authentication'
import { Application, json } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { SESSION, type SessionOptions, session } from '@app/session'
import { type OidcOptions, oidc } from './index.ts'

export const CLIENT_SECRET = 'a secret that only the provider knows'

/** An application with log-ins at others. Each page but theirs shows the user, and the flashes. */
export function site(options: Partial<OidcOptions> & Pick<OidcOptions, 'providers'>, visits: SessionOptions = {}) {
  const errors: unknown[] = []
  const app = new Application({ router: new FindMyWayRouter(), onError: (error) => errors.push(error) })
  app.pipe(session({ secret: 'site'.repeat(8), ...visits }))
  app.pipe(authentication({ authenticators: [sessionAuthenticator()] }))
  const atOthers = oidc({ identify: ({ sub }): Identity => ({ id: sub }), ...options })
  app.route('/log-in/{provider}', atOthers.logIn, ['GET', 'POST'])
  app.get('/log-in/{provider}/callback', atOthers.callback)
  app.route('/log-in/{provider}/link', atOthers.link, ['GET', 'POST'])
  app.route('/log-out/{provider}', atOthers.logOut, ['GET', 'POST'])
  app.get('/{rest...}', (request) =>
    json([request.attribute(IDENTITY)?.id ?? 'nobody', ...request.attribute(SESSION).flashes('notice')]),
  )
  return { app, errors, providers: atOthers.providers }
}
