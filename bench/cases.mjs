import { gunzipSync } from 'node:zlib'
import { STACK_CASES } from './stack-cases.mjs'
import { TOOLBOX_CASES } from './toolbox-cases.mjs'
import { VALIDATED_CASES } from './validated-cases.mjs'

/** The data of the requests and of the expected answers, which are equal for all compared servers (the peers). */
export const DEEP_ROUTES = 100
export const BIG = JSON.stringify({
  items: Array.from({ length: 1_000 }, (_, id) => ({ id, name: `item ${id}`, tags: ['a', 'b', 'c'] })),
})
export const BIG_VALUE = JSON.parse(BIG)
export const CHUNK = Buffer.alloc(1_024, 'x')
export const CHUNKS = 100
const KILOBYTE = JSON.stringify({ name: 'Ada', text: 'x'.repeat(980) })
const MEGABYTE = 'x'.repeat(1_000_000)

const twelveHeaders = [
  'accept: application/json',
  'accept-encoding: gzip, br',
  'accept-language: en',
  'authorization: Bearer letmein',
  'cache-control: no-cache',
  'cookie: session=abc123; theme=dark',
  'origin: http://localhost',
  'referer: http://localhost/',
  'user-agent: bench',
  'x-forwarded-for: 10.0.0.1',
  'x-request-id: 7',
]

/**
 * A case is one request, sent again and again: its method, path, further headers and body. The expected answer has the
 * status `status`, the body `answer`, the line `header` in its head, and a match for each expression of `heads` there.
 * `burst` is the number of requests in one measurement, chosen so that a measurement takes some milliseconds. With
 * `visit`, the request has the cookies that a response from that path sets.
 */
export const CASES = {
  a: { title: 'GET / text', method: 'GET', path: '/', status: 200, answer: 'Hello, world!', burst: 3_000 },
  b: { title: 'GET /user/:id JSON', method: 'GET', path: '/user/42', status: 200, answer: { id: '42' }, burst: 3_000 },
  c: {
    title: 'POST /json, 1 KB parsed and echoed',
    method: 'POST',
    path: '/json',
    headers: ['content-type: application/json'],
    body: KILOBYTE,
    status: 200,
    answer: JSON.parse(KILOBYTE),
    burst: 3_000,
  },
  d: {
    title: '100 routes, 2 params, 5 asynchronous middleware, of which one sets a header on the way out',
    method: 'GET',
    path: `/deep/r${DEEP_ROUTES - 1}/17/items/4`,
    status: 200,
    answer: { user: '17', item: '4' },
    header: 'x-served-by: us',
    burst: 3_000,
  },
  e: { title: '404', method: 'GET', path: '/nope', status: 404, burst: 3_000 },
  f: { title: '64 KiB of JSON', method: 'GET', path: '/big', status: 200, answer: BIG_VALUE, burst: 40 },
  g: {
    title: 'stream of 100 chunks',
    method: 'GET',
    path: '/stream',
    status: 200,
    answer: CHUNK.toString().repeat(CHUNKS),
    burst: 20,
  },
  h: {
    title: 'realistic: 12 headers, cookie, guard, 3 params, query',
    method: 'GET',
    path: '/api/shops/3/shelves/14/goods/159?page=2&sort=name',
    headers: twelveHeaders,
    status: 200,
    answer: { shop: '3', shelf: '14', good: '159', page: '2', sort: 'name', session: 'abc123' },
    burst: 1_500,
  },
  i: {
    title: 'upload of 1 MB',
    method: 'POST',
    path: '/upload',
    headers: ['content-type: application/octet-stream'],
    body: MEGABYTE,
    status: 200,
    answer: String(MEGABYTE.length),
    burst: 5,
  },
  j: {
    title: 'three nested applications',
    method: 'GET',
    path: '/one/two/three/7',
    status: 200,
    answer: { id: '7' },
    burst: 3_000,
  },
  ...STACK_CASES,
  ...VALIDATED_CASES,
  ...TOOLBOX_CASES,
}

/** The cases that the geometric mean `geo` is computed from. */
export const MAIN_CASES = ['a', 'b', 'c', 'd', 'e']

/**
 * The sets of cases that have servers of their own, in place of the peers of the main cases. The name of a set is the
 * folder of its servers.
 */
const SETS = {
  stack: STACK_CASES,
  toolbox: TOOLBOX_CASES,
  validated: VALIDATED_CASES,
}

/**
 * The keys of the cases to run: those that `--cases` lists; for `--cases all`, all cases of the given set, or, without
 * a set, all cases that belong to no set. Without this option, all cases of the set, or the main cases and the
 * realistic case.
 */
export function chooseCases(option, set) {
  const own = Object.values(SETS).flatMap(Object.keys)
  const all = set === undefined ? Object.keys(CASES).filter((key) => !own.includes(key)) : Object.keys(SETS[set])
  if (option === 'all' || (set !== undefined && option === undefined)) return all
  const cases = option?.split(',') ?? [...MAIN_CASES, 'h']
  const unknown = cases.filter((key) => !all.includes(key))
  if (unknown.length > 0) throw new Error(`There is no case ${unknown}: choose from ${all}, or "all"`)
  return cases
}

/** The bytes of the request of a case, with the given cookies. */
export function requestOf({ method, path, headers: own = [], body = '' }, cookies = '') {
  const headers = cookies ? [...own, `cookie: ${cookies}`] : own
  const length = body ? [`content-length: ${Buffer.byteLength(body)}`] : []
  return Buffer.from(
    `${[`${method} ${path} HTTP/1.1`, 'host: localhost', ...headers, ...length].join('\r\n')}\r\n\r\n${body}`,
  )
}

/**
 * Throws an error unless the response of a peer is the one that the case expects; `bytes` is the whole response in
 * Latin-1.
 */
export function checkAnswer(key, bytes) {
  const { status, answer, header, heads = [] } = CASES[key]
  const end = bytes.indexOf('\r\n\r\n')
  const head = bytes.slice(0, end)
  const isChunked = /^transfer-encoding: chunked\r?$/im.test(head)
  const content = isChunked ? withoutFrames(bytes.slice(end + 4)) : bytes.slice(end + 4)
  const isZipped = /^content-encoding: gzip\r?$/im.test(head)
  const body = isZipped ? gunzipSync(Buffer.from(content, 'latin1')).toString() : content
  const wrong = (what) => new Error(`The answer to case ${key} has ${what}: ${bytes.slice(0, 300)}`)
  if (Number(bytes.slice(9, 12)) !== status) throw wrong('another status')
  if (header !== undefined && !head.toLowerCase().split('\r\n').includes(header)) throw wrong(`no ${header}`)
  for (const expected of heads) if (!expected.test(head)) throw wrong(`nothing like ${expected}`)
  if (typeof answer === 'string' && body !== answer) throw wrong('another text')
  if (typeof answer === 'object' && JSON.stringify(JSON.parse(body)) !== JSON.stringify(answer))
    throw wrong('another value')
}

function withoutFrames(bytes) {
  let body = ''
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.slice(at, end), 16)
    body += bytes.slice(end + 2, end + 2 + size)
    at = end + 4 + size
  }
  return body
}

/** The cookies that a response sets, as a browser sends them back. */
export function cookiesIn(bytes) {
  const head = bytes.slice(0, bytes.indexOf('\r\n\r\n'))
  return [...head.matchAll(/^set-cookie: ([^;\r]*)/gim)].map(([, cookie]) => cookie).join('; ')
}

/**
 * The decisions of the realistic case (h), which all peers share: whether the token is right, which session the cookie
 * names, and whether a param consists of digits.
 */
export function isAllowed(authorization) {
  return authorization === 'Bearer letmein'
}
export function sessionOf(cookie) {
  return /(?:^|; )session=([^;]*)/.exec(cookie ?? '')?.[1]
}
export function isWhole(value) {
  return /^\d+$/.test(value ?? '')
}
