import { authentication, IDENTITY, sessionAuthenticator } from '@app/authentication'
import { oidc } from '@app/authentication-oidc'
import { Application, text } from '@app/core'
import { Rou3Router } from '@app/router-rou3'
import { session } from '@app/session'

const ISSUER = 'https://login.example'

/** Logs in at a provider, sends the callback again, and is refused with a token that has another nonce. */
export async function tryAuthenticationOidc() {
  const before = globalThis.fetch
  const provider = await madeUp()
  globalThis.fetch = provider.fetch
  try {
    const atOthers = oidc({
      providers: { acme: { issuer: ISSUER, clientId: 'app', clientSecret: 'secret' } },
      identify: ({ iss, sub }) => ({ id: `${iss} ${sub}` }),
    })
    const app = new Application({ router: new Rou3Router(), onError: () => undefined })
    app.pipe(session({ secret: 'toolbox'.repeat(5) }))
    app.pipe(authentication({ authenticators: [sessionAuthenticator()] }))
    app.get('/log-in/{provider}', atOthers.logIn)
    app.get('/log-in/{provider}/callback', atOthers.callback)
    app.get('/me', (request) => text(request.attribute(IDENTITY)?.id ?? 'nobody'))
    const visitor = () => {
      let cookie = ''
      return async (path) => {
        const answer = await app.fetch(new Request(new URL(path, 'https://localhost'), { headers: { cookie } }))
        const [set = cookie] = answer.headers.getSetCookie()
        cookie = set.split(';')[0]
        return answer.headers.get('location') ?? answer.text()
      }
    }
    const [ada, eve] = [visitor(), visitor()]
    const callback = provider.callback(await ada('/log-in/acme?return=/me'))
    const shown = [await ada(callback), await ada('/me'), await ada(callback)]
    const forged = provider.callback(await eve('/log-in/acme'), 'another nonce')
    return [...shown, await eve(forged), await eve('/me')]
  } finally {
    globalThis.fetch = before
  }
}

/** A provider in place of the network. */
async function madeUp() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  let nonce
  const idToken = async () => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: ISSUER, aud: 'app', sub: 'ada', nonce, iat: now, exp: now + 60 }
    const data = `${encode('{"alg":"ES256"}')}.${encode(JSON.stringify(claims))}`
    const signature = await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(data))
    return `${data}.${encode(String.fromCharCode(...new Uint8Array(signature)))}`
  }
  const answers = {
    '/.well-known/openid-configuration': () => ({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      jwks_uri: `${ISSUER}/keys`,
      id_token_signing_alg_values_supported: ['ES256'],
    }),
    '/keys': () => ({ keys: [{ kty, crv, x, y, alg: 'ES256', use: 'sig' }] }),
    '/token': async () => ({ access_token: 'access', token_type: 'bearer', id_token: await idToken() }),
  }
  return {
    fetch: async (url) => Response.json(await answers[new URL(url).pathname]()),
    callback: (target, other) => {
      const { searchParams } = new URL(target)
      nonce = other ?? searchParams.get('nonce')
      return `${searchParams.get('redirect_uri')}?${new URLSearchParams({ code: 'x', state: searchParams.get('state') })}`
    },
  }
}

function encode(text) {
  return btoa(text).replace(/[+]/g, '-').replace(/[/]/g, '_').replace(/=/g, '')
}
