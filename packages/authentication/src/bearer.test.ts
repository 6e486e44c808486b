import { exportSPKI, importJWK, type JSONWebKeySet, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { type BearerAuthenticatorOptions, bearerAuthenticator } from './index.ts'
import { API, ISSUER, protectedBy, type SigningKey, signingKey, valid } from './issuer.test.helper.ts'

type WebKey = Exclude<Awaited<ReturnType<typeof importJWK>>, Uint8Array>

const SECRET = 'a secret that nobody can guess, 7'

let key: SigningKey
let jwks: JSONWebKeySet
beforeAll(async () => {
  key = await signingKey('one')
  jwks = { keys: [key.jwk] }
})

function bySecret(claims = {}, alg = 'HS256', secret = SECRET): Promise<string> {
  return new SignJWT({ ...valid(), ...claims }).setProtectedHeader({ alg }).sign(new TextEncoder().encode(secret))
}

test('the subject of a valid token is the id of the identity', async () => {
  expect(await protectedBy({ jwks }).ask(await key.sign())).toEqual({ id: 'ada' })
  expect(await protectedBy({ secret: SECRET }).ask(await bySecret())).toEqual({ id: 'ada' })
})

test('identify makes the identity from the claims; if identify returns nothing, the response is a 401', async () => {
  const { ask } = protectedBy({
    jwks,
    identify: async ({ sub, groups }) => (sub === 'ada' ? { id: sub, roles: groups as string[] } : undefined),
  })
  expect(await ask(await key.sign({ groups: ['editor'] }))).toEqual({ id: 'ada', roles: ['editor'] })
  expect(await ask(await key.sign({ sub: 'eve' }))).toBe(401)
})

const now = Math.floor(Date.now() / 1_000)

test.each([
  ['expired', { exp: now - 60 }],
  ['without an expiry', { exp: undefined }],
  ['not valid yet', { nbf: now + 600 }],
  ['for another audience', { aud: 'https://other.example' }],
  ['for no audience', { aud: undefined }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['of no issuer', { iss: undefined }],
  ['without a subject', { sub: undefined }],
  ['with an empty subject', { sub: '' }],
  ['with a subject that is not a string', { sub: 7 }],
  ['with an expiry that is not a number', { exp: 'tomorrow' }],
])('a token that is %s is answered with 401', async (_what, claims) => {
  expect(await protectedBy({ jwks }).ask(await key.sign(claims as JWTPayload))).toBe(401)
})

test('the clocks of the issuer and of the application may differ by the seconds of clockTolerance', async () => {
  const late = { exp: Math.floor(Date.now() / 1_000) - 5 }
  const early = { nbf: Math.floor(Date.now() / 1_000) + 20 }
  expect(await protectedBy({ jwks }).ask(await key.sign(late))).toEqual({ id: 'ada' })
  expect(await protectedBy({ jwks }).ask(await key.sign(early))).toEqual({ id: 'ada' })
  expect(await protectedBy({ jwks, clockTolerance: 0 }).ask(await key.sign(late))).toBe(401)
})

test('the options issuer and audience accept lists, and audience: false accepts every audience', async () => {
  const other = await key.sign({ aud: ['https://other.example', 'x'], iss: 'https://second.example' })
  const issuer = [ISSUER, 'https://second.example']
  expect(await protectedBy({ jwks, issuer, audience: [API, 'x'] }).ask(other)).toEqual({ id: 'ada' })
  expect(await protectedBy({ jwks, issuer }).ask(other)).toBe(401)
  expect(await protectedBy({ jwks, issuer, audience: false }).ask(other)).toEqual({ id: 'ada' })
})

describe('forged tokens', () => {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

  test('a token without a signature is answered with 401', async () => {
    for (const alg of ['none', 'None', 'NONE']) {
      expect(await protectedBy({ jwks }).ask(`${encode({ alg })}.${encode(valid())}.`)).toBe(401)
      expect(await protectedBy({ secret: SECRET }).ask(`${encode({ alg })}.${encode(valid())}.`)).toBe(401)
    }
  })

  test('a token signed with the public key as a secret is answered with 401', async () => {
    const texts = [
      await exportSPKI((await importJWK(key.jwk, 'ES256')) as WebKey),
      JSON.stringify(key.jwk),
      JSON.stringify(jwks),
    ]
    for (const text of texts) expect(await protectedBy({ jwks }).ask(await bySecret({}, 'HS256', text))).toBe(401)
  })

  test('a token signed with a foreign key is answered with 401, even if its header has that key or the URL of a key', async () => {
    const own = await signingKey('one')
    expect(await protectedBy({ jwks }).ask(await own.sign({}, { jwk: own.jwk }))).toBe(401)
    expect(await protectedBy({ jwks }).ask(await own.sign({}, { jku: 'https://evil.example/jwks.json' }))).toBe(401)
  })

  test('a token with changed claims under the signature of the original claims is answered with 401', async () => {
    const [head, , signature] = (await key.sign()).split('.')
    expect(await protectedBy({ jwks }).ask(`${head}.${encode({ ...valid(), sub: 'root' })}.${signature}`)).toBe(401)
  })

  test('a token signed by an algorithm that is not allowed is answered with 401', async () => {
    expect(await protectedBy({ jwks, algorithms: ['RS256'] }).ask(await key.sign())).toBe(401)
    expect(await protectedBy({ secret: SECRET }).ask(await bySecret({}, 'HS512'))).toBe(401)
    expect(await protectedBy({ secret: SECRET, algorithms: ['HS512'] }).ask(await bySecret({}, 'HS512'))).toEqual({
      id: 'ada',
    })
  })

  test('a token with an unknown critical header is answered with 401', async () => {
    expect(await protectedBy({ jwks }).ask(await key.sign({}, { crit: ['b64'], b64: true, x: 1 }))).toEqual({
      id: 'ada',
    })
    const head = encode({ alg: 'ES256', kid: 'one', crit: ['x'], x: 1 })
    const [, body, signature] = (await key.sign()).split('.')
    expect(await protectedBy({ jwks }).ask(`${head}.${body}.${signature}`)).toBe(401)
  })
})

/**
 * Cases from the tests of `@fastify/jwt`, `hono/jwt`, `hono/jwk` and `passport-http-bearer`. `bearerAuthenticator`
 * differs from them on purpose:
 *
 * - Fastify and passport answer 400 to an empty or doubled token. Here every problem with credentials is a 401, so that
 *   a client has one case to handle.
 * - Hono accepts a token after any scheme. Here only `Bearer` is accepted.
 * - Fastify and hono can read a token from a cookie, passport from the query or the body. Here only the header is read:
 *   requests from other sites also have the cookie, and a query is written to logs.
 * - Hono answers 500 where the keys cannot be fetched. Here the response is a 503 with `Retry-After`.
 * - Hono refuses a token without `kid`. Here it is tried with the keys that fit its algorithm.
 * - None of them requires an issuer, an audience and an expiry. Here all three are required.
 * - Fastify derives the algorithm from the kind of the key; hono requires an option. Here all safe algorithms for the
 *   kind of key are accepted.
 * - Fastify and passport tell the client what was wrong. Here the client gets `invalid_token`, and the log has the
 *   reason.
 */
test.each([
  ...[
    'Bearer',
    'Bearer ',
    'Bearer \t ',
    'Bearer x',
    'Bearer a.b',
    'Bearer a.b.c',
    'Bearer a.b.c.d',
    'Bearer a.b.c.d.e',
  ],
  ...[
    'Bearer ..',
    'Bearer e30.e30.',
    'Bearer e30.e30.e30',
    'Bearer %00',
    'Bearer 💩'.normalize().replace('💩', '\u00fc'),
  ],
  ...[
    'Bearer eyJhbGciOiJFUzI1NiJ9..',
    'Bearer bnVsbA.bnVsbA.bnVsbA',
    'Bearer W10.W10.W10',
    `Bearer ${'a'.repeat(8_000)}`,
  ],
  ...['Bearer a.b.c, Bearer a.b.c', 'bearer x', 'BEARER x'],
])('the unreadable header %j is answered with 401, not with 500', async (header) => {
  for (const options of [{ jwks }, { secret: SECRET }]) {
    const { askHeader, errors } = protectedBy(options)
    const response = await askHeader(header)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
    expect((errors[0] as Error).message).toMatch(/^Bearer: /)
  }
})

test('the challenge for a request without a token, or with another scheme, has no parameter "error"', async () => {
  const { askHeader } = protectedBy({ jwks, realm: 'stock' })
  const token = await key.sign()
  for (const header of ['Basic YTpi', `Token ${token}`, token]) {
    expect((await askHeader(header)).headers.get('www-authenticate')).toBe('Bearer realm="stock"')
  }
})

test('neither the response nor the error shows the token', async () => {
  const token = await key.sign({ exp: 1, secret: 'hidden' })
  const { askHeader, errors } = protectedBy({ jwks })
  const response = await askHeader(`Bearer ${token}`)
  const shown = [
    await response.text(),
    JSON.stringify([...response.headers]),
    JSON.stringify(errors),
    String(errors[0]),
  ]
  expect(shown.join()).not.toContain(token)
  expect(shown.join()).not.toContain('hidden')
})

test.each<[string, object, string]>([
  ['no issuer', { issuer: undefined }, '"issuer" is missing: it must be the claim "iss" of the tokens'],
  ['no audience', { audience: undefined }, '"audience" is missing: it must be the claim "aud" of the tokens'],
  [
    'an empty audience',
    { audience: [] },
    '"audience" must be the claim "aud" of the tokens, a string or a list of strings, or false',
  ],
  ['no keys', { jwks: undefined }, 'either "jwks" or "secret"'],
  ['two kinds of keys', { secret: SECRET }, 'either "jwks" or "secret"'],
  ['a short secret', { jwks: undefined, secret: 'short' }, '"secret" must be a secret of at least 32 characters'],
  ['keys over http', { jwks: 'http://issuer.example/jwks.json' }, '"jwks" must be an https URL'],
  ['a private key', { jwks: { keys: [{ kty: 'EC', d: 'x' }] } }, '"jwks" must be an https URL'],
  ['a shared key in a set', { jwks: { keys: [{ kty: 'oct', k: 'x' }] } }, '"jwks" must be an https URL'],
  ['the algorithm none', { algorithms: ['none'] }, '"algorithms" must be a list of items, each one of'],
  [
    'a shared secret with public keys',
    { algorithms: ['HS256'] },
    'HS256 cannot be used with "jwks". Write one of ES256',
  ],
])('bearerAuthenticator refuses the options: %s', (_what, wrong, message) => {
  const options = { issuer: ISSUER, audience: API, jwks: { keys: [{ kty: 'EC' }] }, ...wrong }
  expect(() => bearerAuthenticator(options as BearerAuthenticatorOptions)).toThrow(message)
})
