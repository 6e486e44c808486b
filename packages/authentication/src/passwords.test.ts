import { HttpError } from '@app/core'
import fc from 'fast-check'
import { argon2Verify, bcryptVerify } from 'hash-wasm'
import { expect, test } from 'vitest'
import { hashPassword, isPassword, needsRehash, type PasswordsOptions, passwords } from './passwords.ts'

/** A cost at which a hash takes no time, for tests that are not about the cost. */
const CHEAP = { N: 2, r: 1, p: 1 }
const cheap = (options: PasswordsOptions = {}) => passwords({ cost: CHEAP, ...options })

test('a password is that of its own hash, which is a PHC string with the cost that OWASP advises', async () => {
  const hash = await hashPassword('wonder ü')
  expect(hash).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect([await isPassword('wonder ü', hash), await isPassword('wonder u', hash)]).toEqual([true, false])
  expect(needsRehash(hash)).toBe(false)
})

test('for an unknown user no password is right, and the check computes a hash of the same cost', async () => {
  const { hashPassword, isPassword } = passwords({ cost: { N: 2 ** 13, r: 8, p: 1 } })
  const hash = await hashPassword('wonder')
  const timed = async (hash: string | null | undefined) => {
    const start = process.cpuUsage()
    expect(await isPassword('wrong', hash)).toBe(false)
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  const [known, unknown, empty] = [await timed(hash), await timed(undefined), await timed(null)]
  // The work is the same; the limits only allow for a busy machine. Without the hash, it would be a thousandth.
  for (const time of [unknown, empty]) expect(time / known).toBeGreaterThan(0.2)
  expect(await isPassword('', undefined)).toBe(false)
})

test('each password is right for its own hash and for no other', async () => {
  const { hashPassword, isPassword } = cheap()
  const password = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' })
  await fc.assert(
    fc.asyncProperty(password, password, async (one, other) => {
      const hash = await hashPassword(one)
      expect(await isPassword(one, hash)).toBe(true)
      if (one.normalize('NFKC') !== other.normalize('NFKC')) expect(await isPassword(other, hash)).toBe(false)
    }),
    { numRuns: 100 },
  )
})

test('one password typed in two spellings of Unicode is one password', async () => {
  const { hashPassword, isPassword } = cheap()
  const hash = await hashPassword('Ange\u0301lique \ufb01')
  expect(await isPassword('Ang\u00e9lique fi', hash)).toBe(true)
})

test('two hashes of one password differ', async () => {
  const { hashPassword } = cheap()
  expect(await hashPassword('wonder')).not.toBe(await hashPassword('wonder'))
})

test('a hash of another cost is still checked, and needs to be made anew', async () => {
  const [before, now] = [cheap(), cheap({ cost: { N: 4, r: 1, p: 1 } })]
  const hash = await before.hashPassword('wonder')
  expect([await now.isPassword('wonder', hash), now.needsRehash(hash), before.needsRehash(hash)]).toEqual([
    true,
    true,
    false,
  ])
})

test('a hash of passlib is checked', async () => {
  // From the documentation of passlib.hash.scrypt.
  const hash = '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E'
  expect([await isPassword('password', hash), await isPassword('Password', hash)]).toEqual([true, false])
})

test('a hash that a project of create --log-in has made is checked, and needs to be made anew', async () => {
  const hash = '2$1$1$c2FsdA$bRm2DfyC4C1eD01xOlbSxeXyvS-DvVxouPkZIpNxx9U'
  expect([await isPassword('wonder', hash), await isPassword('wander', hash), needsRehash(hash)]).toEqual([
    true,
    false,
    true,
  ])
})

test('hashes of password_hash() of PHP are checked by the function "foreign", and need to be made anew', async () => {
  const { isPassword, needsRehash } = cheap({
    foreign: (password, hash) => (hash.startsWith('$2') ? bcryptVerify : argon2Verify)({ password, hash }),
  })
  // From the manual of PHP: the outputs of password_hash() and of password_verify().
  const hashes = [
    '$2y$12$4Umg0rCJwMswRw/l.SwHvuQV01coP0eWmGzd61QH2RvAOMANUBGC.',
    '$argon2i$v=19$m=1024,t=2,p=2$YzJBSzV4TUhkMzc3d3laeg$zqU/1IN0/AogfP4cmSJI1vc8lpXRW9/S0sYY2i2jHT0',
  ]
  for (const hash of hashes) {
    expect([await isPassword('rasmuslerdorf', hash), await isPassword('rasmus', hash), needsRehash(hash)]).toEqual([
      true,
      false,
      true,
    ])
  }
})

test('only the result true of "foreign" admits', async () => {
  const { isPassword } = cheap({ foreign: (() => ({ verified: false })) as never })
  expect(await isPassword('x', '$2y$07$abc')).toBe(false)
})

test.each([
  [
    '$2y$12$4Umg0rCJwMswRw/l.SwHvuQV01coP0eWmGzd61QH2RvAOMANUBGC.',
    /got one of "2y"\. Check .* by passwords\(\{ foreign/,
  ],
  ['hunter2 in plain', /got no PHC string/],
  ['', /got no PHC string/],
  [
    '$scrypt$ln=40,r=8,p=3$c2FsdHNhbHQ$bRm2DfyC4C1eD01xOlbSxeXyvSDvVxouPkZIpNxx9U',
    /got one of scrypt that is not valid/,
  ],
])('the hash %j is an error, which shows the algorithm alone', async (hash, message) => {
  const error: unknown = await isPassword('wonder', hash).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'APP_PASSWORD_HASH', message: expect.stringMatching(message) })
  if (hash.length > 10) expect((error as Error).message).not.toContain(hash.slice(-8))
})

test('a password that is too long is refused before it is hashed, and at log-in it is wrong', async () => {
  const { hashPassword, isPassword } = cheap()
  const hash = await hashPassword('é'.repeat(512))
  expect(await isPassword('é'.repeat(512), hash)).toBe(true)
  for (const long of ['a'.repeat(1_025), 'é'.repeat(513), '\ufdfa'.repeat(5_000_000), '']) {
    await expect(hashPassword(long)).rejects.toMatchObject({ status: 422, message: 'A password has 1 to 1024 bytes.' })
    expect(await isPassword(long, hash)).toBe(false)
  }
})

test('a value of a form that is not a string is an error', async () => {
  await expect(hashPassword(null as never)).rejects.toThrow('hashPassword(): the password must be a string, got null.')
  await expect(isPassword(new Blob([]) as never, undefined)).rejects.toThrow(TypeError)
})

/** Makes a function `foreign` that ends when it is told to, and counts how often it runs at once. */
function slow() {
  const ends: ((result: boolean) => void)[] = []
  const count = { running: 0, most: 0 }
  const foreign = () => {
    count.running += 1
    count.most = Math.max(count.most, count.running)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    ends.push(resolve)
    return promise.finally(() => {
      count.running -= 1
    })
  }
  return { foreign, count, ends }
}

test('of 200 log-ins at once two are checked at a time, 60 wait, and the others get 503 with Retry-After', async () => {
  const { foreign, count, ends } = slow()
  const { isPassword } = cheap({ foreign })
  const settled = Array.from({ length: 200 }, () => isPassword('x', '$2y$1').catch((error: unknown) => error))
  const refused = (await Promise.all(settled.slice(62))) as HttpError[]
  expect(refused.every((error) => HttpError.is(error) && error.status === 503)).toBe(true)
  expect(refused[0]?.headers).toEqual({ 'retry-after': '5' })
  expect([ends.length, count.most]).toEqual([2, 2])
  for (let done = 0; done < 62; done++) {
    ends[done]?.(true)
    await expect(settled[done]).resolves.toBe(true)
  }
  expect([count.running, count.most]).toEqual([0, 2])
  const later = isPassword('x', '$2y$1')
  ends.at(-1)?.(true)
  expect(await later).toBe(true)
})

test('of 200 real log-ins at once each is right or 503, and the thread pool has threads for other work meanwhile', async () => {
  const { hashPassword, isPassword } = passwords({ cost: { N: 2 ** 11, r: 8, p: 1 } })
  const hash = await hashPassword('wonder')
  let isDone = false
  const all = Promise.allSettled(Array.from({ length: 200 }, () => isPassword('wonder', hash))).then((results) => {
    isDone = true
    return results
  })
  // A digest by WebCrypto takes a thread of the same pool.
  await crypto.subtle.digest('SHA-256', new Uint8Array(8))
  expect(isDone).toBe(false)
  const results = await all
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(62)
  expect(results.every((result) => (result.status === 'fulfilled' ? result.value : result.reason.status === 503))).toBe(
    true,
  )
})

test('a log-in waits no longer than "waitTimeout", and those after it move up', async () => {
  const { foreign, ends } = slow()
  const { isPassword } = cheap({ foreign, concurrency: 1, waitTimeout: 0.05 })
  const first = isPassword('x', '$2y$1')
  await expect(isPassword('x', '$2y$1')).rejects.toMatchObject({ status: 503 })
  const third = isPassword('x', '$2y$1')
  ends[0]?.(false)
  expect(await first).toBe(false)
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.(true)
  expect(await third).toBe(true)
})

test('a check that fails gives its place to the next one', async () => {
  const { isPassword } = cheap({
    concurrency: 1,
    foreign: (password) => (password === 'x' ? Promise.reject(new Error('no')) : true),
  })
  const failing = isPassword('x', '$2y$1').catch(({ message }) => message)
  expect(await Promise.all([failing, isPassword('y', '$2y$1')])).toEqual(['no', true])
})

test.each<[string, object, RegExp]>([
  ['an N that is not a power of two', { cost: { N: 3, r: 8, p: 1 } }, /"cost" must be \{ N, r, p \} of scrypt/],
  ['a cost of more than 256 MiB', { cost: { N: 2 ** 20, r: 8, p: 1 } }, /at most 256 MiB/],
  ['no hash at once', { concurrency: 0 }, /"concurrency" must be an integer from 1/],
  ['a time in milliseconds', { waitTimeout: 10_000 }, /"waitTimeout" must be a number of seconds/],
  ['a misspelt option', { costs: {} }, /Did you mean "cost"\?/],
])('passwords() refuses %s', (_what, options, message) => {
  expect(() => passwords(options as never)).toThrow(message)
})
