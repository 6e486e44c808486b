import type { HttpError } from '@app/core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { issuer, protectedBy, signingKey } from './issuer.test.helper.ts'

/** Advances `Date`, by which jose tells how old the fetched keys are. */
function later(seconds: number): void {
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
  }
  vi.setSystemTime(Date.now() + seconds * 1_000)
}

test('the keys of the issuer are fetched once, and again when a token names an unknown key', async () => {
  const [old, next] = [await signingKey('old'), await signingKey('next', 'RS256')]
  const answer = { body: { keys: [old.jwk] } as unknown }
  const { url, asked } = await issuer(answer)
  const { ask } = protectedBy({ jwks: url })
  expect([await ask(await old.sign()), await ask(await old.sign()), asked()]).toEqual([{ id: 'ada' }, { id: 'ada' }, 1])
  answer.body = { keys: [old.jwk, next.jwk] }
  // Within 30 seconds the keys are not fetched again, so this token is refused: otherwise each invented name of a key
  // would cause a request to the issuer.
  expect([await ask(await next.sign()), asked()]).toEqual([401, 1])
  later(31)
  expect([await ask(await next.sign()), await ask(await old.sign()), asked()]).toEqual([
    { id: 'ada' },
    { id: 'ada' },
    2,
  ])
})

test('a key that the issuer has revoked is refused after ten minutes', async () => {
  const [old, next] = [await signingKey('old'), await signingKey('next')]
  const answer = { body: { keys: [old.jwk] } }
  const { url } = await issuer(answer)
  const { ask } = protectedBy({ jwks: url })
  expect(await ask(await old.sign())).toEqual({ id: 'ada' })
  answer.body = { keys: [next.jwk] }
  later(601)
  expect([await ask(await old.sign()), await ask(await next.sign())]).toEqual([401, { id: 'ada' }])
})

test('a token without the name of its key is tried with all keys that fit its algorithm', async () => {
  const keys = [await signingKey('', 'ES256', { nameless: true }), await signingKey('', 'ES256', { nameless: true })]
  const other = await signingKey('', 'ES256', { nameless: true })
  const { url } = await issuer({ body: { keys: keys.map(({ jwk }) => jwk) } })
  const { ask } = protectedBy({ jwks: url })
  for (const key of keys) expect(await ask(await key.sign())).toEqual({ id: 'ada' })
  expect(await ask(await other.sign())).toBe(401)
  expect(await ask(await (keys[1] as typeof other).sign({ exp: 1 }))).toBe(401)
})

test.each<[string, { body: unknown; status?: number }]>([
  ['a 500', { body: {}, status: 500 }],
  ['a 404', { body: {}, status: 404 }],
  ['a redirect', { body: {}, status: 302 }],
  ['a string that is not JSON', { body: '<html>' }],
  ['JSON that is not a set of keys', { body: { keys: 'all' } }],
  ['null', { body: null }],
])(
  'if the issuer answers with %s, a token is answered with 503, and is valid once the issuer has its keys again',
  async (_what, answer) => {
    const { url } = await issuer(answer)
    const { ask, askHeader, errors } = protectedBy({ jwks: url })
    const key = await signingKey('one')
    const response = await askHeader(`Bearer ${await key.sign()}`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    const [error] = errors as [HttpError]
    expect([error.message, error.cause]).toEqual([
      'Bearer: the keys of the issuer cannot be fetched.',
      expect.any(Error),
    ])
    Object.assign(answer, { body: { keys: [key.jwk] }, status: 200 })
    expect(await ask(await key.sign())).toEqual({ id: 'ada' })
  },
)

test('while the issuer is down, a token is answered with 503, but a token that no key could make valid is answered with 401', async () => {
  const { url, stop } = await issuer({ body: {} })
  await stop()
  const { ask } = protectedBy({ jwks: url })
  const key = await signingKey('one')
  expect(await ask(await key.sign())).toBe(503)
  expect(await ask('eyJhbGciOiJub25lIn0.e30.')).toBe(401)
  expect(await ask('x')).toBe(401)
})
