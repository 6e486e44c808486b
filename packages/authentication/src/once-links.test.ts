import { defineConfig, resolveConfig } from '@app/config'
import { createContainer } from '@app/container-factory'
import { Application, configProvider as core, json } from '@app/core'
import fc from 'fast-check'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  configProvider,
  type LinkStore,
  type LinkVersion,
  linkUrl,
  type MadeLink,
  ONCE_LINKS_SERVICE,
  type OnceLinksOptions,
  onceLinks,
} from './index.ts'

const secret = 'shop'.repeat(8)
const purposes = { 'reset-password': 3_600, invitation: 259_200 }

/** The accounts' versions, by their ids. */
const versions = new Map<string, LinkVersion>()
beforeEach(() => {
  versions.clear()
  versions.set('7', 'hash-of-the-password')
})

/** A store in memory. */
class Open implements LinkStore {
  readonly links = new Map<string, MadeLink>()
  add = (digest: string, link: MadeLink) => this.links.set(digest, link)
  take = (digest: string) => this.links.delete(digest)
}

const byVersion = (options: Partial<OnceLinksOptions<keyof typeof purposes>> = {}) =>
  onceLinks({ purposes, secret, version: (id) => versions.get(id), ...options })

const reset = { purpose: 'reset-password', subject: '7' } as const

describe('a link without a store', () => {
  test('has its subject and data, until a use has changed the version of the subject', async () => {
    const links = byVersion()
    const token = await links.create({ ...reset, data: { next: '/account' } })
    const expected = { isValid: true, subject: '7', data: { next: '/account' }, version: 'hash-of-the-password' }
    expect(await links.find(token, 'reset-password')).toEqual(expected)
    expect(await links.use(token, 'reset-password')).toEqual(expected)
    versions.set('7', 'hash-of-a-new-password')
    expect(await links.use(token, 'reset-password')).toEqual({ isValid: false, reason: 'outdated' })
    expect(await links.find(token, 'reset-password')).toEqual({ isValid: false, reason: 'outdated' })
  })

  test('to an address without an account ends when the address gets one, and one to an account when that is deleted', async () => {
    const links = byVersion()
    const stranger = await links.create({ purpose: 'invitation', subject: 'ada@example.org' })
    const known = await links.create({ purpose: 'invitation', subject: '7' })
    expect((await links.find(stranger, 'invitation')).isValid).toBe(true)
    versions.set('ada@example.org', 1)
    versions.set('7', null)
    expect(await links.use(stranger, 'invitation')).toEqual({ isValid: false, reason: 'outdated' })
    expect(await links.use(known, 'invitation')).toEqual({ isValid: false, reason: 'outdated' })
  })

  test('shows in its token neither the subject nor the data nor the version', async () => {
    const token = await byVersion().create({ ...reset, data: { email: 'ada@example.org' } })
    const decoded = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
    expect(decoded[0]).toBe('{"alg":"dir","enc":"A256GCM"}')
    for (const word of ['"7"', 'ada', 'example', 'reset', 'password']) expect(decoded.join()).not.toContain(word)
  })
})

test.each(['without a store', 'with a store'])('%s, a link for another purpose is invalid', async (how) => {
  const links = byVersion(how === 'with a store' ? { store: new Open() } : {})
  const token = await links.create(reset)
  expect(await links.use(token, 'invitation')).toEqual({ isValid: false, reason: 'invalid' })
  expect((await links.use(token, 'reset-password')).isValid).toBe(true)
})

test('a link expires', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = new Open()
  const links = byVersion({ store })
  const token = await links.create(reset)
  const { expires = new Date(0) } = [...store.links.values()][0] ?? {}
  expect(Math.abs(expires.getTime() - Date.now() - 3_600_000)).toBeLessThan(1_001)
  vi.setSystemTime(Date.now() + 3_598_000)
  expect((await links.find(token, 'reset-password')).isValid).toBe(true)
  vi.setSystemTime(Date.now() + 3_000)
  expect(await links.use(token, 'reset-password')).toEqual({ isValid: false, reason: 'expired' })
  expect(await links.use(token, 'invitation')).toEqual({ isValid: false, reason: 'invalid' })
  expect(store.links.size).toBe(1)
})

test('a token that was changed in any place, shortened or made up is invalid', async () => {
  const links = byVersion()
  const token = await links.create(reset)
  const invalid = { isValid: false, reason: 'invalid' }
  for (let at = 0; at < token.length; at++) {
    const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'Q' : 'A'}${token.slice(at + 1)}`
    // The last characters of two parts have bits that stand for nothing.
    const isSame = Buffer.from(changed.replace(/^.*\./, ''), 'base64url').equals(
      Buffer.from(token.replace(/^.*\./, ''), 'base64url'),
    )
    const found = await links.use(changed, 'reset-password')
    if (!(found.isValid && isSame)) expect([at, found]).toEqual([at, invalid])
    expect(await links.use(token.slice(0, at), 'reset-password')).toEqual(invalid)
  }
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 300 }), async (text) => {
      expect(await links.use(text, 'reset-password')).toEqual(invalid)
    }),
    { numRuns: 200 },
  )
  expect(await links.use('e'.repeat(1_000_000), 'reset-password')).toEqual(invalid)
})

test('a token without encryption, and one that another secret has sealed, is invalid', async () => {
  const foreign = await byVersion({ secret: 'other'.repeat(8) }).create(reset)
  const none = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"7","aud":"reset-password","exp":9999999999}')}.`
  for (const token of [foreign, none]) {
    expect(await byVersion().use(token, 'reset-password')).toEqual({ isValid: false, reason: 'invalid' })
  }
})

test('after a change of the secret, links of the earlier secret are valid while it is in the list', async () => {
  const token = await byVersion().create(reset)
  const next = 'next'.repeat(8)
  expect((await byVersion({ secret: [next, secret, null] }).use(token, 'reset-password')).isValid).toBe(true)
  expect((await byVersion({ secret: next }).use(token, 'reset-password')).isValid).toBe(false)
})

test('with a store, a link works once, and the store gets digests without the token', async () => {
  const store = new Open()
  const links = onceLinks({ purposes, secret, store })
  const [one, two] = [await links.create(reset), await links.create(reset)]
  expect(one).not.toBe(two)
  expect(JSON.stringify([...store.links])).not.toContain(one.slice(-20))
  expect((await links.find(one, 'reset-password')).isValid).toBe(true)
  expect((await links.use(one, 'reset-password')).isValid).toBe(true)
  expect(await links.use(one, 'reset-password')).toEqual({ isValid: false, reason: 'used' })
  store.links.clear()
  expect(await links.use(two, 'reset-password')).toEqual({ isValid: false, reason: 'used' })
})

test('with a store that has the function has, a link that was used is not found either', async () => {
  const open = new Open()
  const store: LinkStore = { add: open.add, take: open.take, has: (digest) => open.links.has(digest) }
  const links = onceLinks({ purposes, secret, store })
  const token = await links.create(reset)
  expect((await links.find(token, 'reset-password')).isValid).toBe(true)
  expect((await links.find(token, 'reset-password')).isValid).toBe(true)
  expect((await links.use(token, 'reset-password')).isValid).toBe(true)
  expect(await links.find(token, 'reset-password')).toEqual({ isValid: false, reason: 'used' })
})

test('with a store and a version, a link that nobody has used ends with a change of the version', async () => {
  const links = byVersion({ store: new Open() })
  const token = await links.create(reset)
  versions.set('7', 'another')
  expect(await links.use(token, 'reset-password')).toEqual({ isValid: false, reason: 'outdated' })
})

test('a store that is down is an error, and not a link', async () => {
  const down = () => Promise.reject(new Error('the store is down'))
  const store = new Open()
  const token = await onceLinks({ purposes, secret, store }).create(reset)
  const links = onceLinks({ purposes, secret, store: { add: down, take: down } })
  await expect(links.create(reset)).rejects.toThrow('the store is down')
  await expect(links.use(token, 'reset-password')).rejects.toThrow('the store is down')
})

test('only the result true of a store is a use', async () => {
  const links = onceLinks({ purposes, secret, store: { add: () => 1, take: (() => [0]) as never } })
  expect((await links.use(await links.create(reset), 'reset-password')).isValid).toBe(false)
})

test('a GET of a link shows the form as often as a scanner of mail likes, and the POST of the form uses the link', async () => {
  const links = onceLinks({ purposes, secret, store: new Open() })
  const app = new Application({ onError: () => undefined })
  app.pipe(async (request) => {
    if (request.path === '/wrong') return json(await links.use(request, 'invitation'))
    const found = await (request.method === 'POST'
      ? links.use(request, 'invitation')
      : links.find(request, 'invitation'))
    return json(found)
  })
  const url = linkUrl(
    'https://www.site.example/join?lang=en',
    await links.create({ purpose: 'invitation', subject: 'a@b' }),
  )
  expect(url).toMatch(/^https:\/\/www\.site\.example\/join\?lang=en&token=ey/)
  const ask = (method: string, path = url) => app.fetch(new Request(path, { method }))
  for (let scan = 0; scan < 3; scan++) {
    const { headers, status } = await ask(scan === 1 ? 'HEAD' : 'GET')
    expect([status, headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
      200,
      'no-referrer',
      'no-store',
    ])
  }
  for (const method of ['GET', 'HEAD']) expect((await ask(method, url.replace('/join', '/wrong'))).status).toBe(500)
  expect(await (await ask('POST')).json()).toMatchObject({ isValid: true, subject: 'a@b' })
  expect(await (await ask('POST')).json()).toEqual({ isValid: false, reason: 'used' })
  expect(await (await ask('GET', 'https://www.site.example/join')).json()).toEqual({
    isValid: false,
    reason: 'invalid',
  })
})

test('linkUrl() refuses a page that is not an absolute URL', () => {
  for (const page of ['/join', 'javascript:alert(1)', '']) {
    expect(() => linkUrl(page, 'x')).toThrow('linkUrl(): the page must be an absolute URL')
  }
})

test.each<[string, object, RegExp]>([
  ['neither a version nor a store', { version: undefined }, /nothing makes a link work once: give "version"/],
  ['a short secret', { secret: 'short' }, /"secret" must be a secret of at least 32 characters/],
  ['no purpose', { purposes: {} }, /"purposes" must be a map of one or more purposes/],
  ['a time in milliseconds', { purposes: { a: 86_400_000 } }, /a year at most/],
  ['a store without take', { store: { add: () => 1 } }, /"store" must be an object with add, take/],
])('onceLinks() refuses %s', (_what, options, message) => {
  expect(() => byVersion(options)).toThrow(message)
})

test.each<[string, () => Promise<unknown>, RegExp]>([
  [
    'a misspelt purpose',
    () => byVersion().create({ ...reset, purpose: 'reset-pasword' as never }),
    /Did you mean "reset-password"\?/,
  ],
  ['an unknown purpose', () => byVersion().use('x', 'toString' as never), /There are reset-password, invitation/],
  ['an empty subject', () => byVersion().create({ ...reset, subject: '' }), /subject of a link must be a string/],
  ['a lot of data', () => byVersion().create({ ...reset, data: { a: 'x'.repeat(2_000) } }), /2000 at most/],
])('%s is an error', async (_what, act, message) => {
  await expect(act()).rejects.toThrow(
    expect.objectContaining({ code: 'APP_LINK', message: expect.stringMatching(message) }),
  )
})

test('the section once_links makes the service @app/once-links, with APP_SECRET and services as version and store', async () => {
  const container = async (once_links: object, env = { APP_SECRET: secret }) => {
    const services = { 'acme/version': (id: string) => versions.get(id), 'acme/links': new Open() }
    const config = await resolveConfig(
      defineConfig([core, configProvider, { once_links, dependencies: { services } }] as never),
      { env },
    )
    return createContainer(config)
  }
  const links = (await container({ purposes, version: 'acme/version', store: 'acme/links' })).get(ONCE_LINKS_SERVICE)
  const token = await links.create(reset)
  expect((await byVersion().find(token, 'reset-password')).isValid).toBe(true)
  expect((await links.use(token, 'reset-password')).isValid).toBe(true)
  expect(await links.use(token, 'reset-password')).toEqual({ isValid: false, reason: 'used' })
  const wrong = await container({ purposes, version: 'acme/versions' })
  expect(() => wrong.get(ONCE_LINKS_SERVICE)).toThrow(/once_links\.version.*no service "acme\/versions"\. Did you mean/)
})

/** No statement of this function may compile: the type check of this file is the test. The function is never called. */
export function refused(): void {
  // @ts-expect-error a misspelt purpose
  byVersion().create({ purpose: 'reset', subject: '7' })
  byVersion()
    .find('x', 'invitation')
    // @ts-expect-error a refused link has no subject
    .then((link) => link.subject)
}
