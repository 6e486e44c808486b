import { Application, HttpError, json, redirect } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import * as openid from 'openid-client'

/** An application that logs in at an OpenID provider. A product keeps `pending` in the session of the visitor. */
export async function createApp(issuer: string): Promise<Application> {
  const options = { execute: [openid.allowInsecureRequests] } // the provider of the test has no TLS
  const config = await openid.discovery(new URL(issuer), 'our-client', 'our-secret', undefined, options)
  const pending = new Map<string, string>()

  const app = new Application({ router: new FindMyWayRouter() })
  app.get('/log-in', async ({ url }) => {
    const state = openid.randomState()
    const verifier = openid.randomPKCECodeVerifier()
    pending.set(state, verifier)
    const target = openid.buildAuthorizationUrl(config, {
      redirect_uri: new URL('/callback', url).href,
      scope: 'openid',
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return redirect(target.href)
  })
  app.get('/callback', async ({ raw, query }) => {
    const state = query.get('state') ?? ''
    const pkceCodeVerifier = pending.get(state)
    if (pkceCodeVerifier === undefined) throw new HttpError(400, 'Nobody began this log-in here')
    pending.delete(state)
    const tokens = await openid.authorizationCodeGrant(config, raw, { expectedState: state, pkceCodeVerifier })
    return json({ subject: tokens.claims()?.sub })
  })
  return app
}
