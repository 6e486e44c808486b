import { createHash } from 'node:crypto'
import { Application, createServer, json, redirect, type Server } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** An OpenID provider at which everybody is user 7 at once, and which checks PKCE and keeps a nonce. */
export async function startProvider(): Promise<{ readonly issuer: string; readonly server: Server }> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const begun = new Map<string, URLSearchParams>()
  const app = new Application({ router: new FindMyWayRouter() })
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  const issuer = `http://127.0.0.1:${server.address?.port}`
  app.get('/.well-known/openid-configuration', () =>
    json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    }),
  )
  app.get('/keys', async () => json({ keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig' }] }))
  app.get('/authorize', ({ query }) => {
    const code = crypto.randomUUID()
    begun.set(code, query)
    const target = new URL(query.get('redirect_uri') ?? '')
    target.search = String(new URLSearchParams({ code, state: query.get('state') ?? '' }))
    return redirect(target.href)
  })
  app.post('/token', async (request) => {
    const form = await request.formData()
    const hash = createHash('sha256')
      .update(String(form.get('code_verifier')))
      .digest('base64url')
    const query = begun.get(String(form.get('code')))
    if (query?.get('code_challenge') !== hash) return json({ error: 'invalid_grant' }, { status: 400 })
    const nonce = query.get('nonce')
    const token = new SignJWT(nonce === null ? {} : { nonce })
      .setProtectedHeader({ alg: 'RS256' })
      .setSubject('7')
      .setIssuer(issuer)
    const id_token = await token.setAudience('our-client').setIssuedAt().setExpirationTime('1m').sign(privateKey)
    return json({ access_token: 'access', token_type: 'bearer', id_token })
  })
  return { issuer, server }
}
