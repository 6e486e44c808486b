import { Application, text } from '@app/core'
import { afterEach, expect, test, vi } from 'vitest'
import { COOKIES, cookies } from './index.ts'
import { sealerOf } from './internal.ts'

const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]

afterEach(() => vi.unstubAllGlobals())

/** Returns the value of the cookie `user` as `cookies()` with this secret (or these) signs or seals it. */
async function made(kind: 'signed' | 'sealed', secret: string | readonly string[], value = '7'): Promise<string> {
  const app = new Application().pipe(cookies({ secret })).pipe((request) => {
    request.attribute(COOKIES).set('user', value, { [kind]: true })
    return text('x')
  })
  const [cookie = ''] = (await app.request('/')).headers.getSetCookie()
  return cookie.slice('user='.length, cookie.indexOf(';'))
}

/**
 * Returns the value that `cookies()` with this secret (or these) reads from a cookie; 'undefined' if it refuses the
 * cookie.
 */
async function read(kind: 'signed' | 'sealed', secret: string | readonly string[], value: string, name = 'user') {
  const app = new Application().pipe(cookies({ secret })).pipe(async (request) => {
    const jar = request.attribute(COOKIES)
    return text(String(await (kind === 'signed' ? jar.getSigned(name) : jar.getSealed(name))))
  })
  return (await app.request('/', { headers: { cookie: `${name}=${value}` } })).text()
}

test.each(['signed', 'sealed'] as const)(
  'a %s cookie is read with the secret that has made its value, and not with another secret',
  async (kind) => {
    const value = await made(kind, A)
    expect(await read(kind, A, value)).toBe('7')
    expect(await read(kind, B, value)).toBe('undefined')
  },
)

test.each(['signed', 'sealed'] as const)(
  'the first of several secrets makes a %s cookie, and cookies of all secrets are accepted',
  async (kind) => {
    const old = await made(kind, A)
    const rotated = await made(kind, [B, A])
    expect(await read(kind, [B, A], old)).toBe('7')
    expect(await read(kind, [C, B, A], old)).toBe('7')
    expect(await read(kind, B, rotated)).toBe('7')
    expect(await read(kind, A, rotated)).toBe('undefined')
  },
)

test.each(['signed', 'sealed'] as const)(
  'the value of a %s cookie is refused under the name of another cookie',
  async (kind) => {
    expect(await read(kind, A, await made(kind, A), 'admin')).toBe('undefined')
  },
)

test.each(['signed', 'sealed'] as const)(
  'a %s cookie is refused if its value was changed, cut or lengthened',
  async (kind) => {
    const value = await made(kind, A, 'user 7')
    for (const at of [0, 1, Math.floor(value.length / 2), value.length - 2]) {
      const changed = value.slice(0, at) + (value[at] === 'x' ? 'y' : 'x') + value.slice(at + 1)
      expect(await read(kind, A, changed), `at ${at}`).toBe('undefined')
    }
    for (const other of ['', '.', '7', '7.', '7.x', '%00', `${value}x`, value.slice(1), 'x'.repeat(100)]) {
      expect(await read(kind, A, other), other).toBe('undefined')
    }
  },
)

test('getSealed refuses a signed value, and getSigned refuses a sealed value', async () => {
  expect(await read('sealed', A, await made('signed', A))).toBe('undefined')
  expect(await read('signed', A, await made('sealed', A))).toBe('undefined')
})

test('any string can be signed or sealed and is read back unchanged, and two seals of one text differ', async () => {
  const value = 'ü;, "x"=\u0000\u{1f36a}.'
  expect(await read('signed', A, await made('signed', A, value))).toBe(value)
  const sealed = await made('sealed', A, value)
  expect(await read('sealed', A, sealed)).toBe(value)
  expect(sealed).toMatch(/^[\w-]+$/)
  expect(await made('sealed', A, value)).not.toBe(sealed)
})

test('a seal has 43 characters, and 4 more for each 3 bytes of text', async () => {
  const sealer = sealerOf([A])
  expect((await sealer.seal('x', '')).length).toBe(43)
  expect((await sealer.seal('x', 'x'.repeat(300))).length).toBe(443)
  expect(await sealer.open('x', await sealer.seal('x', 'y'))).toEqual({ text: 'y', isOld: false })
  expect(await sealerOf([B, A]).open('x', await sealer.seal('x', 'y'))).toEqual({ text: 'y', isOld: true })
})

test.each(['Node.js', 'Cloudflare-Workers'])(
  'a byte order mark at the beginning of a sealed text is kept, on the platform %s',
  async (userAgent) => {
    vi.stubGlobal('navigator', { userAgent })
    const sealer = sealerOf([A])
    expect(await sealer.open('x', await sealer.seal('x', '\ufeffy'))).toEqual({ text: '\ufeffy', isOld: false })
  },
)

test.each(['signed', 'sealed'] as const)(
  'platforms with and without node:crypto read the %s cookies of each other',
  async (kind) => {
    const value = 'user 7 ü'
    const [onNode, onNodeOld] = [await made(kind, A, value), await made(kind, B, value)]
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' })
    const onWorker = await made(kind, A, value)
    expect(await read(kind, A, onNode)).toBe(value)
    expect(await read(kind, [A, B], onNodeOld)).toBe(value)
    expect(await read(kind, B, onNode)).toBe('undefined')
    expect(await read(kind, A, onNode, 'admin')).toBe('undefined')
    expect(await read(kind, A, `${onNode.slice(0, -2)}AA`)).toBe('undefined')
    vi.unstubAllGlobals()
    expect(await read(kind, A, onWorker)).toBe(value)
    if (kind === 'signed') expect(onWorker).toBe(onNode)
  },
)

test('a sealer opens many sealed values repeatedly, each only for the purpose that it was sealed for', async () => {
  const sealer = sealerOf([A])
  const seals = await Promise.all(Array.from({ length: 1_200 }, (_, n) => sealer.seal('x', `text ${n}`)))
  for (let round = 0; round < 2; round++) {
    for (const [n, seal] of seals.entries()) expect((await sealer.open('x', seal))?.text).toBe(`text ${n}`)
    expect(await sealer.open('y', seals[1_199] as string)).toBeUndefined()
    expect(await sealer.open('x', `${seals[1_199]}A`)).toBeUndefined()
  }
})

test('a seal can be opened by AES-GCM and HKDF of node:crypto, without the code of this package', async () => {
  const { createDecipheriv, hkdfSync } = process.getBuiltinModule('node:crypto')
  const bytes = Buffer.from(await sealerOf([A]).seal('user', 'secret text'), 'base64url')
  const bits = Buffer.from(hkdfSync('sha256', A, bytes.subarray(0, 16), '@app/cookies/seal', 44))
  const decipher = createDecipheriv('aes-256-gcm', bits.subarray(0, 32), bits.subarray(32))
  decipher.setAAD(Buffer.from('user')).setAuthTag(bytes.subarray(-16))
  expect(decipher.update(bytes.subarray(16, -16), undefined, 'utf8') + decipher.final('utf8')).toBe('secret text')
})
