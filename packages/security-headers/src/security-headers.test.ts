import { Application, HttpError, html, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test, vi } from 'vitest'
import { NONCE, SECURITY_HEADERS, type SecurityHeadersOptions, securityHeaders } from './index.ts'

const CSP = 'content-security-policy'

async function headersOf(options?: SecurityHeadersOptions, path = '/'): Promise<Record<string, string>> {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
  app.pipe(securityHeaders(options))
  app.get('/', () => new Response('x'))
  app.get('/fails', () => Promise.reject(new HttpError(409)))
  app.get(
    '/own',
    () => new Response('x', { headers: { 'x-frame-options': 'SAMEORIGIN', [CSP]: "default-src 'none'" } }),
  )
  app
    .get('/embedded', () => new Response('x'))
    .set(SECURITY_HEADERS, {
      frames: ['https://partner.example'],
      resourcePolicy: false,
      contentSecurityPolicy: { 'img-src': ['*'] },
    })
  const { headers } = await app.request(path)
  return Object.fromEntries(
    [...headers].map(([name, value]) => [name, value.replace(/nonce-[\w+/]{22}==/g, 'nonce-N')]),
  )
}

const DEFAULTS = {
  [CSP]:
    "default-src 'self'; script-src 'self' 'nonce-N'; style-src 'self' 'nonce-N'; img-src 'self' data:; " +
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

test.each(['/', '/fails', '/nothing'])('the response to a request for %s has the default headers', async (path) => {
  expect(await headersOf({}, path)).toMatchObject(DEFAULTS)
})

test('the options can leave out each header, except Origin-Agent-Cluster and X-Content-Type-Options', async () => {
  const none = await headersOf({
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    openerPolicy: false,
    resourcePolicy: false,
    referrerPolicy: false,
    permissionsPolicy: false,
    frames: ['https://partner.example'],
  })
  expect(Object.keys(none).sort()).toEqual(['content-type', 'origin-agent-cluster', 'x-content-type-options'])
})

test('an unknown directive that is similar to no known one is written into the policy', async () => {
  const policy = { 'quite-new-directive': ["'self'"], 'upgrade-insecure-requests': [] }
  const { 'content-security-policy': header } = await headersOf({ contentSecurityPolicy: policy })
  expect(header).toMatch(/; quite-new-directive 'self'; upgrade-insecure-requests$/)
})

test('the option frames accepts an origin with *. for all subdomains, and writes it into the policy', async () => {
  const { 'content-security-policy': policy } = await headersOf({ frames: ['https://*.partner.example'] })
  expect(policy).toContain('frame-ancestors https://*.partner.example')
})

test('the options can set each header to another value, except Origin-Agent-Cluster and X-Content-Type-Options', async () => {
  expect(
    await headersOf({
      strictTransportSecurity: { maxAge: 60, includeSubDomains: true, preload: true },
      openerPolicy: 'same-origin-allow-popups',
      resourcePolicy: 'same-site',
      embedderPolicy: 'require-corp',
      referrerPolicy: 'no-referrer',
      frames: 'self',
    }),
  ).toMatchObject({
    [CSP]: expect.stringMatching(/; frame-ancestors 'self'$/),
    'strict-transport-security': 'max-age=60; includeSubDomains; preload',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-site',
    'cross-origin-embedder-policy': 'require-corp',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'SAMEORIGIN',
  })
})

test('the option contentSecurityPolicy changes, adds and leaves out single directives', async () => {
  const contentSecurityPolicy = {
    'script-src': ["'nonce'", "'strict-dynamic'"],
    'img-src': false,
    'upgrade-insecure-requests': [],
  } as const
  expect((await headersOf({ contentSecurityPolicy }))[CSP]).toBe(
    "default-src 'self'; script-src 'nonce-N' 'strict-dynamic'; style-src 'self' 'nonce-N'; object-src 'none'; " +
      "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; upgrade-insecure-requests",
  )
})

test('with reportOnly: true, the policy is sent as Content-Security-Policy-Report-Only alone', async () => {
  const headers = await headersOf({ reportOnly: true })
  expect([headers[CSP], headers[`${CSP}-report-only`]]).toEqual([undefined, DEFAULTS[CSP]])
})

test('a page and its policy have the same nonce, and each request has another nonce', async () => {
  const app = new Application().pipe(securityHeaders())
  app.pipe((request) => html(`<script nonce="${request.attribute(NONCE)}">1</script>`))
  const seen = new Set<string>()
  for (let round = 0; round < 3; round++) {
    const page = await app.request('/')
    const [, nonce = ''] = /nonce="([^"]+)"/.exec(await page.text()) ?? []
    expect(page.headers.get(CSP)).toContain(`script-src 'self' 'nonce-${nonce}'`)
    expect(atob(nonce)).toHaveLength(16)
    seen.add(nonce)
  }
  expect(seen.size).toBe(3)
})

test('a security header that the handler has set is not replaced', async () => {
  expect(await headersOf({}, '/own')).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', [CSP]: "default-src 'none'" })
})

test('the metadata of a route overrides the options, directive by directive', async () => {
  const headers = await headersOf({ contentSecurityPolicy: { 'font-src': ["'none'"] } }, '/embedded')
  expect(headers[CSP]).toContain("frame-ancestors https://partner.example; font-src 'none'")
  expect(headers[CSP]).toContain('img-src *;')
  expect([headers['x-frame-options'], headers['cross-origin-resource-policy']]).toEqual([undefined, undefined])
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
})

test('a second securityHeaders() after the first does nothing, so that each request has only one nonce', async () => {
  const app = new Application().pipe(securityHeaders()).pipe(securityHeaders({ frames: 'self' }))
  app.pipe((request) => text(request.attribute(NONCE)))
  const answer = await app.request('/')
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
  expect(answer.headers.get(CSP)).toContain(await answer.text())
})

test.each([
  [{ contentSecurityPolicy: { 'img-src': ['self'] } }, `browsers read it as the name of a host. Write "'self'".`],
  [
    { contentSecurityPolicy: { 'img-src': ['a; script-src *'] } },
    'a source is one word without a comma or a semicolon',
  ],
  [{ contentSecurityPolicy: { 'img-src': ['a,b'] } }, 'in img-src: a source is one word'],
  [{ contentSecurityPolicy: { 'img-src': [''] } }, 'in img-src: a source is one word'],
  [{ contentSecurityPolicy: { 'img-src': "'self'" } }, '"contentSecurityPolicy" must be false, or a map of directives'],
  [{ contentSecurityPolicy: { imgSrc: ["'self'"] } }, '"contentSecurityPolicy" must be false, or a map of directives'],
  [
    { contentSecurityPolicy: { 'scrip-src': [] } },
    'has the directive scrip-src, which browsers ignore. Did you mean script-src?',
  ],
  [{ contentSecurityPolicy: { 'style-scr': false } }, 'Did you mean style-src?'],
  [{ frames: 'all' }, '"frames" must be "none" or "self", or a list of origins'],
  [{ frames: ['https://a.*.example'] }, '"frames" must be "none" or "self", or a list of origins'],
  [{ frames: ['partner.example'] }, '"frames" must be "none" or "self", or a list of origins'],
  [{ strictTransportSecurity: { maxage: 1 } }, 'unknown option "maxage". Did you mean "maxAge"?'],
  [{ referrerPolicy: 'none' }, '"referrerPolicy" must be "no-referrer" or'],
  [{ csp: false }, 'securityHeaders(): unknown option "csp"'],
])('securityHeaders() refuses the options %o', (options, message) => {
  expect(() => securityHeaders(options as SecurityHeadersOptions)).toThrow(message)
})

test('an option of the metadata that is undefined leaves the option of securityHeaders()', async () => {
  const app = new Application({ router: new FindMyWayRouter() }).pipe(securityHeaders({ referrerPolicy: 'origin' }))
  app.get('/', () => text('x')).set(SECURITY_HEADERS, { referrerPolicy: undefined })
  expect((await app.request('/')).headers.get('referrer-policy')).toBe('origin')
})

test('invalid metadata SECURITY_HEADERS is refused by an error that names the route', () => {
  const app = new Application({ router: new FindMyWayRouter() })
  expect(() =>
    app.get('/a', () => text('x')).set(SECURITY_HEADERS, { frame: 'self' } as SecurityHeadersOptions),
  ).toThrow('Route GET /a: the metadata "@app/security-headers" cannot be this')
})

test('the response of 400 to a request with an unreadable target has the security headers too', async () => {
  const app = new Application({ onError: () => undefined }).pipe(securityHeaders())
  const { status, headers } = await app.request('/%')
  expect([status, headers.get('x-content-type-options')]).toEqual([400, 'nosniff'])
})

test.each([
  [{}, DEFAULTS['permissions-policy']],
  [
    { camera: ['self', 'https://meet.example'], usb: false, payment: '*' },
    'camera=(self "https://meet.example"), display-capture=(), geolocation=(), microphone=(), payment=*',
  ],
  [
    { camera: false, 'display-capture': false, geolocation: false, microphone: false, payment: false, usb: false },
    undefined,
  ],
  [
    { geolocation: ['https://*.maps.example'] },
    DEFAULTS['permissions-policy'].replace('geolocation=()', 'geolocation=("https://*.maps.example")'),
  ],
] as const)('the option permissionsPolicy %o makes the header %s', async (permissionsPolicy, header) => {
  expect((await headersOf({ permissionsPolicy }))['permissions-policy']).toBe(header)
})

test.each([
  [{ camra: [] }, /"permissionsPolicy" has the feature camra, .* Did you mean camera\?/],
  [{ camera: ["'self'"] }, /"permissionsPolicy" must be false, or a map such as/],
  [{ camera: ['meet.example'] }, /"permissionsPolicy" must be false, or a map such as/],
  [{ 'usb=(), camera': [] }, /"permissionsPolicy" must be false, or a map such as/],
  [{ camera: ['https://a.example" *'] }, /"permissionsPolicy" must be false, or a map such as/],
])('the option permissionsPolicy %o is refused', (permissionsPolicy, message) => {
  expect(() => securityHeaders({ permissionsPolicy })).toThrow(message)
})

test('a route replaces single features of the permissions policy', async () => {
  const app = new Application({ router: new FindMyWayRouter() })
  app.pipe(securityHeaders({ permissionsPolicy: { usb: ['self'] } }))
  app.get('/call', () => text('x')).set(SECURITY_HEADERS, { permissionsPolicy: { camera: ['self'] } })
  const { headers } = await app.request('/call')
  expect(headers.get('permissions-policy')).toMatch(/^camera=\(self\),.*usb=\(self\)$/)
})

let sites = 0
const TO_ELSEWHERE = 'https://pay.example/7'

test.each<[isSaid: boolean, location: string, init?: RequestInit, sources?: readonly string[] | false]>([
  [true, TO_ELSEWHERE],
  [true, '//pay.example/7'],
  [true, TO_ELSEWHERE, {}, ["'self'", 'https://other.example', 'http:']],
  [true, TO_ELSEWHERE, {}, ["'none'"]],
  [false, TO_ELSEWHERE, { method: 'GET' }],
  [false, '/here'],
  [false, 'http://localhost/here'],
  [false, TO_ELSEWHERE, {}, false],
  ...[['*'], ['https:'], ["'self'", 'https://pay.example'], ['pay.example'], ['https://*.example'], ['*.example/']].map(
    (sources) => [false, TO_ELSEWHERE, {}, sources] as [boolean, string, RequestInit, string[]],
  ),
])(
  'in development a warning for a form that redirects elsewhere is printed: %s for %s, %o, %o',
  async (isSaid, location, init, sources) => {
    const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    // It is printed once for each site, so each case has a site of its own.
    const site = `pay${++sites}`
    const own = sources === false ? sources : sources?.map((source) => source.replace('pay', site))
    const options = own === undefined ? {} : { contentSecurityPolicy: { 'form-action': own } }
    const headers = { location: location.replace('pay', site) }
    const app = new Application()
      .pipe(securityHeaders(options))
      .pipe(() => new Response(null, { status: 303, headers }))
    for (let sent = 0; sent < 2; sent++) await app.request('/log-in', { method: 'POST', ...init })
    const lines = said.mock.calls.map(([line]) => line)
    expect(lines).toEqual(
      isSaid ? [expect.stringMatching(/^POST \/log-in redirects to https?:\/\/pay\d+\.example\. /)] : [],
    )
    said.mockRestore()
  },
)
