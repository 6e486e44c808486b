import { Application, json } from '@app/core'
import fc from 'fast-check'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import {
  type ApiKeyAuthenticatorOptions,
  type Authenticator,
  apiKeyAuthenticator,
  apiKeyDigest,
  authentication,
  bearerAuthenticator,
  createApiKey,
  IDENTITY,
  type Identity,
} from './index.ts'

const SECRET = 'shop'.repeat(8)

/** A table of keys by their digests, which notes each look-up. */
class Table {
  readonly asked: string[] = []
  readonly #rows = new Map<string, Identity>()

  async issue(prefix: string, id: string): Promise<string> {
    const { key, digest } = await createApiKey({ prefix })
    this.#rows.set(digest, { id })
    return key
  }

  async revoke(key: string): Promise<void> {
    this.#rows.delete(await apiKeyDigest(key))
  }

  find = (digest: string): Identity | undefined => {
    this.asked.push(digest)
    return this.#rows.get(digest)
  }
}

async function ask(authenticators: readonly Authenticator[], headers: Record<string, string>): Promise<string> {
  const app = new Application({ onError: () => undefined }).pipe(authentication({ authenticators }))
  app.pipe((request) => json(request.attribute(IDENTITY)?.id ?? 'nobody'))
  const response = await app.request('/', { headers })
  return response.ok
    ? ((await response.json()) as string)
    : `${response.status} ${response.headers.get('www-authenticate')}`
}

function byKey(table: Table, options: Partial<ApiKeyAuthenticatorOptions> = {}): Authenticator {
  return apiKeyAuthenticator({ prefix: 'acme', find: table.find, ...options })
}

test('a key has the prefix, 256 random bits and a checksum, in letters and digits, and its digest does not contain it', async () => {
  const { key, digest } = await createApiKey({ prefix: 'acme_live' })
  expect(key).toMatch(/^acme_live_[0-9A-Za-z]{49}$/)
  expect(digest).toMatch(/^[\w-]{43}$/)
  expect(await apiKeyDigest(key)).toBe(digest)
  expect((await createApiKey({ prefix: 'acme_live' })).key).not.toBe(key)
})

test('a key is accepted from Authorization, from the header of the options, and from no other place', async () => {
  const table = new Table()
  const key = await table.issue('acme', 'robot')
  const keys = [byKey(table, { header: 'X-API-Key' })]
  expect(await ask(keys, { authorization: `Bearer ${key}` })).toBe('robot')
  expect(await ask(keys, { authorization: `bearer  ${key} ` })).toBe('robot')
  expect(await ask(keys, { 'x-api-key': key })).toBe('robot')
  expect(await ask([byKey(table)], { 'x-api-key': key })).toBe('nobody')
  expect(await ask(keys, { authorization: `Basic ${key}` })).toBe('nobody')
  expect(await ask(keys, { cookie: `key=${key}` })).toBe('nobody')
  expect(table.asked).toHaveLength(3)
})

test('with "bearer": false, only the header is read, and the challenge names it', async () => {
  const table = new Table()
  const key = await table.issue('acme', 'robot')
  const keys = [byKey(table, { header: 'X-API-Key', bearer: false, realm: 'stock' })]
  expect(await ask(keys, { authorization: `Bearer ${key}` })).toBe('nobody')
  expect(await ask(keys, { 'x-api-key': key })).toBe('robot')
  await table.revoke(key)
  expect(await ask(keys, { 'x-api-key': key })).toBe('401 ApiKey realm="stock", error="invalid_token"')
  expect(keys[0]?.challenge({} as never)).toBe('ApiKey realm="stock", header="X-API-Key"')
})

test('an unknown key and a revoked key are answered with 401 and a challenge', async () => {
  const table = new Table()
  const key = await table.issue('acme', 'robot')
  await table.revoke(key)
  const { key: unknown } = await createApiKey({ prefix: 'acme' })
  for (const given of [key, unknown]) {
    expect(await ask([byKey(table)], { authorization: `Bearer ${given}` })).toBe('401 Bearer error="invalid_token"')
  }
})

test('a key that is shortened or has a changed character is refused without a look-up', async () => {
  const table = new Table()
  const key = await table.issue('acme', 'robot')
  const bad = Array.from(key.slice(5), (_, index) => key.slice(0, index + 5))
  bad.push(`${key}0`, `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, key.replace(/.$/, 'é'))
  for (let at = 5; at < key.length; at++)
    bad.push(`${key.slice(0, at)}${key[at] === 'x' ? 'y' : 'x'}${key.slice(at + 1)}`)
  for (const given of bad) {
    const answer = await ask([byKey(table, { header: 'X-Key' })], { 'x-key': encodeURI(given) })
    expect([given, answer]).toEqual([given, '401 Bearer error="invalid_token"'])
  }
  expect(table.asked).toEqual([])
})

test('a token of any text is an answer of 401 or nobody, and never an error', async () => {
  const table = new Table()
  const keys = [byKey(table)]
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^(acme_?)?[\x21-\x7e]{0,80}$/), async (token) => {
      expect(await ask(keys, { authorization: `Bearer ${token}` })).toMatch(/^nobody$|^401 Bearer error/)
    }),
    { numRuns: 200 },
  )
  expect(table.asked).toEqual([])
})

test('keys of two prefixes and tokens work beside each other in one list, and each finds its own authenticator', async () => {
  const [table, live] = [new Table(), new Table()]
  const authenticators = [
    byKey(table),
    byKey(live, { prefix: 'acme_live' }),
    bearerAuthenticator({ secret: SECRET, issuer: 'us', audience: 'us' }),
  ]
  const [one, two] = [await table.issue('acme', 'one'), await live.issue('acme_live', 'two')]
  const token = new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).setIssuer('us').setAudience('us').setSubject('ada')
  const jwt = await token.setExpirationTime('1 minute').sign(new TextEncoder().encode(SECRET))
  const answers = [one, two, jwt, `${jwt}x`, (await createApiKey({ prefix: 'other' })).key].map((given) =>
    ask(authenticators, { authorization: `Bearer ${given}` }),
  )
  const refused = '401 Bearer error="invalid_token"'
  expect(await Promise.all(answers)).toEqual(['one', 'two', 'ada', refused, refused])
  expect([table.asked.length, live.asked.length]).toEqual([1, 1])
})

test('an error of "find" is not a 401, so that a database that is down logs nobody out', async () => {
  const find = () => Promise.reject(new Error('the database is down'))
  const { key } = await createApiKey({ prefix: 'acme' })
  expect(await ask([apiKeyAuthenticator({ prefix: 'acme', find })], { authorization: `Bearer ${key}` })).toBe(
    '500 null',
  )
})

test.each<[string, object, RegExp]>([
  ['no prefix', { find: () => undefined }, /"prefix" is missing: it must be a prefix of at most 20 lower-case letters/],
  ['a prefix with an underscore at the end', { prefix: 'acme_', find: () => undefined }, /"prefix" must be/],
  ['no way to find keys', { prefix: 'acme' }, /"find" is missing: it must be a function/],
  ['neither Bearer nor a header', { prefix: 'acme', find: () => undefined, bearer: false }, /name the header/],
  [
    'the header Authorization',
    { prefix: 'a', find: () => undefined, header: 'Authorization' },
    /other than Authorization/,
  ],
  ['a misspelt option', { prefix: 'a', find: () => undefined, headers: 'X' }, /Did you mean "header"\?/],
])('apiKeyAuthenticator() refuses %s', (_what, options, message) => {
  expect(() => apiKeyAuthenticator(options as never)).toThrow(message)
})

test('createApiKey() refuses a prefix that apiKeyAuthenticator() refuses', async () => {
  await expect(createApiKey({ prefix: 'Acme' })).rejects.toThrow(/createApiKey\(\): "prefix" must be a prefix/)
})
