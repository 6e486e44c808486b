import { Application, HttpError, text } from '@app/core'
import { expect, test } from 'vitest'
import { NONCE, type SecurityHeadersOptions, securityHeaders } from './index.ts'

/**
 * Returns the headers of a response. The tests below repeat cases from the tests of `hono/secure-headers` and
 * `@fastify/helmet`. The test names call these two "other libraries". docs/other-packages.md lists our differences,
 * with their reasons.
 */
async function headersOf(options: SecurityHeadersOptions = {}, own: Record<string, string> = {}): Promise<Headers> {
  const app = new Application({ onError: () => undefined }).pipe(securityHeaders(options))
  return (await app.pipe(() => text('x', { headers: own })).request('/')).headers
}

test.each([
  ['x-content-type-options', 'nosniff'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['origin-agent-cluster', '?1'],
  ['cross-origin-embedder-policy', null],
  ['x-powered-by', null],
  ['content-security-policy-report-only', null],
])('like other libraries, the default of the header %s is %s', async (name, value) => {
  expect((await headersOf()).get(name)).toBe(value)
})

test.each([
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ['strict-transport-security', 'max-age=31536000'],
  ['permissions-policy', 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()'],
  ['x-xss-protection', null],
  ['x-download-options', null],
  ['x-dns-prefetch-control', null],
  ['x-permitted-cross-domain-policies', null],
])('unlike other libraries, the default of the header %s is %s', async (name, value) => {
  expect((await headersOf()).get(name)).toBe(value)
})

test('like other libraries, leaving out one header changes no other header', async () => {
  const [all, fewer] = [await headersOf(), await headersOf({ strictTransportSecurity: false })]
  const names = (headers: Headers) => [...headers.keys()]
  expect(names(fewer)).toEqual(names(all).filter((name) => name !== 'strict-transport-security'))
})

test('like other libraries, a directive in the options leaves the other directives of the default policy in place', async () => {
  const policy = (await headersOf({ contentSecurityPolicy: { 'img-src': ['*'] } })).get('content-security-policy')
  expect(policy?.split('; ')).toEqual(expect.arrayContaining(['img-src *', "default-src 'self'"]))
})

test('like other libraries, the policy can be left out, or sent as Content-Security-Policy-Report-Only', async () => {
  expect((await headersOf({ contentSecurityPolicy: false })).has('content-security-policy')).toBe(false)
  const tried = await headersOf({ reportOnly: true })
  expect(tried.has('content-security-policy')).toBe(false)
  expect(tried.get('content-security-policy-report-only')).toContain("default-src 'self'")
})

test('like other libraries, each request has a nonce of its own, which each directive contains at most once', async () => {
  const app = new Application().pipe(securityHeaders()).pipe((request) => text(request.attribute(NONCE)))
  const answers = [await app.request('/'), await app.request('/')]
  const nonces = await Promise.all(answers.map((answer) => answer.text()))
  expect(nonces[0]).not.toBe(nonces[1])
  for (const [i, { headers }] of answers.entries()) {
    const directives = headers.get('content-security-policy')?.split('; ') ?? []
    const counts = directives.map((directive) => directive.split(`'nonce-${nonces[i]}'`).length - 1)
    expect(Math.max(...counts)).toBe(1)
  }
})

test('like other libraries, the responses to an error and for a missing route have the headers too', async () => {
  const app = new Application({ onError: () => undefined }).pipe(securityHeaders()).pipe('/fails', () => {
    throw new HttpError(503)
  })
  for (const path of ['/fails', '/none']) expect((await app.request(path)).headers.has('x-frame-options')).toBe(true)
})

test('unlike other libraries, a security header that the handler has set is not replaced', async () => {
  const own = { 'strict-transport-security': 'max-age=1', 'x-powered-by': 'us' }
  const headers = await headersOf({}, own)
  expect([headers.get('strict-transport-security'), headers.get('x-powered-by')]).toEqual(['max-age=1', 'us'])
})
