import { Application, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { expect, test } from 'vitest'
import { type CorsOptions, cors } from './index.ts'

/**
 * Cases from the web platform tests for browsers (`cors/`, `fetch/api/cors/`). Here a function makes the checks of the
 * Fetch standard in place of a browser. Cases about redirects, Referer, caches and the parsing of wrong headers are
 * left out, since they test only the browser.
 */
const PAGE = 'https://www.page.example'
const HERE = 'https://api.example/notes'

interface Asking {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly credentials?: boolean
  readonly path?: string
}

/**
 * Requests a response as a script on `PAGE` does. Returns the names in the response's `Access-Control-Expose-Headers`;
 * throws if `fetch` would reject.
 */
async function browser(options: CorsOptions, asking: Asking = {}): Promise<readonly string[]> {
  const { method = 'GET', headers = {}, credentials = false, path = '' } = asking
  const app = new Application({ router: new FindMyWayRouter() }).pipe(cors(options))
  app.any('/notes', () => text('x', { headers: { 'x-own': '1', 'x-other': '2' } }))
  app.put('/put', () => text('x'))
  const url = HERE.replace('/notes', path || '/notes')
  const unsafe = Object.keys(headers).map((name) => name.toLowerCase())
  if (!SAFE_METHODS.includes(method) || unsafe.length > 0) {
    const asked = { origin: PAGE, 'access-control-request-method': method }
    const names = unsafe.length > 0 && { 'access-control-request-headers': unsafe.sort().join(',') }
    const answer = await app.fetch(new Request(url, { method: 'OPTIONS', headers: { ...asked, ...names } }))
    check(answer, credentials)
    if (!answer.ok) throw new TypeError('the status of the preflight')
    const methods = listOf(answer, 'access-control-allow-methods')
    const allowed = listOf(answer, 'access-control-allow-headers').map((name) => name.toLowerCase())
    const any = (list: readonly string[]) => !credentials && list.includes('*')
    if (!methods.includes(method) && !SAFE_METHODS.includes(method) && !any(methods)) throw new TypeError('the method')
    const isMissing = (name: string) => !allowed.includes(name) && !(any(allowed) && name !== 'authorization')
    if (unsafe.some(isMissing)) throw new TypeError('a header')
  }
  const answer = await app.fetch(new Request(url, { method, headers: { ...headers, origin: PAGE } }))
  check(answer, credentials)
  return listOf(answer, 'access-control-expose-headers')
}

/** Applies the CORS check of the Fetch standard. */
function check({ headers }: Response, credentials: boolean): void {
  const origin = headers.get('access-control-allow-origin')
  if (origin === '*' && !credentials) return
  if (origin !== PAGE) throw new TypeError('the origin')
  if (credentials && headers.get('access-control-allow-credentials') !== 'true') throw new TypeError('credentials')
}

function listOf({ headers }: Response, name: string): readonly string[] {
  return (headers.get(name) ?? '').split(',').map((element) => element.trim())
}

const SAFE_METHODS = ['GET', 'HEAD', 'POST']
const NAMED = { origins: [PAGE] }

test.each<[string, CorsOptions, Asking]>([
  ['origin.htm: the origin of the page', NAMED, {}],
  ['origin.htm: an asterisk', { origins: '*' }, {}],
  ['cors-basic: POST', NAMED, { method: 'POST' }],
  ['cors-preflight: PUT', NAMED, { method: 'PUT' }],
  ['cors-preflight: PATCH', NAMED, { method: 'PATCH' }],
  ['cors-preflight-star: a header in another case', { ...NAMED, headers: ['x-test'] }, { headers: { 'X-Test': '1' } }],
  ['cors-preflight-star: any header', { ...NAMED, headers: '*' }, { headers: { 'X-Test': '1' } }],
  [
    'cors-preflight-star: any header and method, with credentials',
    { ...NAMED, headers: '*', credentials: true },
    { method: 'PUT', headers: { 'X-Test': '1' }, credentials: true },
  ],
  ['cors-preflight-star: authorization', { ...NAMED, headers: '*' }, { headers: { authorization: 'Bearer x' } }],
  ['credentials-flag.htm: with credentials', { ...NAMED, credentials: true }, { credentials: true }],
  ['credentials-flag.htm: without credentials', { ...NAMED, credentials: true }, {}],
  ['cors-cookies: PUT to a path whose route has only PUT', NAMED, { method: 'PUT', path: '/put' }],
])('a browser lets scripts read the response: %s', async (_what, options, asking) => {
  expect(await browser(options, asking)).toEqual([''])
})

test.each<[string, CorsOptions, Asking, string]>([
  ['access-control-basic-denied: no origin is allowed', {}, {}, 'the origin'],
  ['origin.htm: another origin', { origins: ['http://www.page.example'] }, {}, 'the origin'],
  ['origin.htm: the parent domain', { origins: ['https://page.example'] }, {}, 'the origin'],
  ['origin.htm: another port', { origins: [`${PAGE}:8443`] }, {}, 'the origin'],
  ['cors-preflight: a header that is not allowed', NAMED, { headers: { 'x-test': '1' } }, 'a header'],
  ['credentials-flag.htm: an asterisk', { origins: '*' }, { credentials: true }, 'the origin'],
  ['credentials-flag.htm: credentials that are not allowed', NAMED, { credentials: true }, 'credentials'],
])('a browser lets no script read the response: %s', async (_what, options, asking, problem) => {
  await expect(browser(options, asking)).rejects.toThrow(problem)
})

test('access-control-expose-headers: scripts can read the headers that the option expose names', async () => {
  expect(await browser({ ...NAMED, expose: ['X-Own', 'x-other'] })).toEqual(['X-Own', 'x-other'])
})

test.each([
  ...[
    '//www.page.example',
    'ftp:www.page.example',
    'http:/www.page.example',
    'www.page.example',
    `${PAGE}?`,
    `${PAGE}/`,
  ],
  ...[`${PAGE} /`, `${PAGE}#`, `${PAGE}:443`, `${PAGE}, *`, `${PAGE}\0`, PAGE.toUpperCase(), '-', '**', "'*'", '* *'],
  ...[
    '*://*',
    `*${PAGE}`,
    `null ${PAGE}`,
    'null',
    '',
    `${HERE}/a`,
    '.page.example',
    'http://*.page.example/',
    ` ${PAGE}`,
  ],
])('origin.htm: cors() refuses the origin %j, which no browser sends', (origin) => {
  expect(() => cors({ origins: [origin] })).toThrow('"origins" must be')
})
