import { Application, createServer, HttpError, json, redirect, type ServerRequest } from '@app/core'
import { base64url, exportJWK, generateKeyPair, SignJWT } from 'jose'

/** The claims of a user of an issuer for tests. */
export interface IssuedClaims {
  readonly sub: string
  readonly [claim: string]: unknown
}

/** An issuer for tests, as `startIssuer` has started it. */
export interface TestIssuer extends AsyncDisposable {
  /** The URL of the issuer, for the option `issuer` of a provider. */
  readonly url: string
  /** The user that logs in next. */
  user: IssuedClaims
  /**
   * Visits the issuer, as a browser does that gets this redirect: the user logs in at once. Returns the URL of the
   * callback to which the issuer sends the browser.
   */
  visit(location: string | null): Promise<string>
  close(): Promise<void>
}

/**
 * Starts an OpenID provider on this machine for tests, at which nobody types a password: whoever comes is `user`. It
 * knows every application, checks PKCE and the redirect URI, and takes a code once. The userinfo has the same claims.
 *
 * @example
 * const issuer = await startIssuer()
 * issuer.user = { sub: '7', email: 'ada@site.example' }
 * const { headers } = await visitor.get('/log-in/acme')
 * await visitor.get(await issuer.visit(headers.get('location')))
 */
export async function startIssuer(): Promise<TestIssuer> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  /** The requests to log in, by their codes, and the users, by their access tokens. */
  const begun = new Map<string, { readonly query: URLSearchParams; readonly user: IssuedClaims }>()
  const users = new Map<string, IssuedClaims>()

  const answers: Readonly<Record<string, (request: ServerRequest) => Response | Promise<Response>>> = {
    '/.well-known/openid-configuration': () =>
      json({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/userinfo`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      }),
    '/keys': async () => json({ keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', use: 'sig' }] }),
    '/authorize': ({ query }) => {
      const code = crypto.randomUUID()
      begun.set(code, { query, user: issuer.user })
      const target = new URL(query.get('redirect_uri') ?? '')
      target.search = String(new URLSearchParams({ code, state: query.get('state') ?? '', iss: url }))
      return redirect(target.href)
    },
    '/token': async (request) => {
      const form = await request.formData()
      const code = String(form.get('code'))
      const { query, user } = begun.get(code) ?? {}
      begun.delete(code)
      const challenge = await digest(String(form.get('code_verifier')))
      const isRight =
        query?.get('code_challenge') === challenge && query.get('redirect_uri') === form.get('redirect_uri')
      if (!query || !user || !isRight) return json({ error: 'invalid_grant' }, { status: 400 })
      const access_token = crypto.randomUUID()
      users.set(access_token, user)
      const nonce = query.get('nonce')
      const id_token = await new SignJWT({ ...(nonce !== null && { nonce }), ...user })
        .setProtectedHeader({ alg: 'RS256' })
        .setIssuer(url)
        .setAudience(query.get('client_id') ?? '')
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(privateKey)
      return json({ access_token, token_type: 'bearer', expires_in: 300, id_token })
    },
    '/userinfo': ({ headers }) => {
      const user = users.get(headers.get('authorization')?.replace(/^bearer /i, '') ?? '')
      return user === undefined ? json({ error: 'invalid_token' }, { status: 401 }) : json(user)
    },
  }
  const app = new Application().pipe((request) => {
    const answer = answers[request.path]
    if (answer === undefined) throw new HttpError(404, `The issuer for tests has no ${request.path}.`)
    return answer(request)
  })
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${server.address?.port}`
  const close = async () => void (await server.close({ grace: 0 }))
  const issuer: TestIssuer = {
    url,
    user: { sub: 'ada' },
    visit: async (location) => {
      const response = await fetch(location ?? '', { redirect: 'manual' })
      return response.headers.get('location') ?? ''
    },
    close,
    [Symbol.asyncDispose]: close,
  }
  return issuer
}

async function digest(text: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}
