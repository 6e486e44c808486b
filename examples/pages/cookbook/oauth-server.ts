import { authentication, bearerAuthenticator, identityOf } from '@app/authentication'
import { authorization, REQUIRES } from '@app/authorization'
import { connect } from '@app/connect'
import { Application, json } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { errors } from 'oidc-provider'

const ISSUER = process.env.ISSUER ?? 'http://127.0.0.1:8080/oauth'
const API = 'https://api.acme.example'

// A real program keeps its private key in a secret, so that tokens outlive a restart.
const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
const key = { kid: 'first', alg: 'RS256', use: 'sig' }

const provider = new Provider(ISSUER, {
  // A real program finds its clients in a table: the option `adapter`.
  clients: [
    {
      client_id: 'reports',
      client_secret: process.env.CLIENT_SECRET ?? 'a secret of the client',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    },
  ],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), ...key }] },
  scopes: ['reports'],
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => API,
      getResourceServerInfo: (_context: unknown, resource: string) => {
        if (resource !== API) throw new errors.InvalidTarget()
        return { scope: 'reports', audience: API, accessTokenFormat: 'jwt', accessTokenTTL: 600 }
      },
    },
  },
})

const byToken = bearerAuthenticator({
  issuer: ISSUER,
  audience: API,
  jwks: { keys: [{ ...(await exportJWK(publicKey)), ...key }] },
  identify: ({ client_id, scope }) => ({
    id: String(client_id),
    name: String(client_id),
    roles: String(scope).split(' '),
  }),
})

const app = new Application({ router: new FindMyWayRouter() })
app.pipe('/oauth', connect(provider.callback()))
app.pipe(authentication({ authenticators: [byToken] }))
app.pipe(authorization())
app.get('/reports', (request) => json({ for: identityOf(request).id })).set(REQUIRES, { roles: ['reports'] })

export default app
