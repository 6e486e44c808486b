/** What every peer answers; each case is one request, sent again and again. */
export const DEEP_ROUTES = 100
export const BIG = JSON.stringify({
  items: Array.from({ length: 1_000 }, (_, id) => ({ id, name: `item ${id}`, tags: ['a', 'b', 'c'] })),
})
export const BIG_VALUE = JSON.parse(BIG)
export const CHUNK = Buffer.alloc(1_024, 'x')
export const CHUNKS = 100
const KILOBYTE = JSON.stringify({ name: 'Ada', text: 'x'.repeat(980) })

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

/** Method, target, further headers, body, and the status that is right. */
export const CASES = {
  a: { title: 'GET / text', method: 'GET', path: '/', status: 200 },
  b: { title: 'GET /user/:id JSON', method: 'GET', path: '/user/42', status: 200 },
  c: {
    title: 'POST /json 1 KB parsed and echoed',
    method: 'POST',
    path: '/json',
    headers: ['content-type: application/json'],
    body: KILOBYTE,
    status: 200,
  },
  d: {
    title: '100 routes, 2 params, 5 async middleware',
    method: 'GET',
    path: `/deep/r${DEEP_ROUTES - 1}/17/items/4`,
    status: 200,
  },
  e: { title: '404', method: 'GET', path: '/nope', status: 404 },
  f: { title: '64 KiB JSON', method: 'GET', path: '/big', status: 200 },
  g: { title: 'stream of 100 chunks', method: 'GET', path: '/stream', status: 200 },
  h: {
    title: 'realistic',
    method: 'GET',
    path: '/api/shops/3/shelves/14/goods/159?page=2&sort=name',
    headers: twelveHeaders,
    status: 200,
  },
}

/** The realistic case's decisions, the same for all: who asks, and whether what they ask makes sense. */
export function isAllowed(authorization) {
  return authorization === 'Bearer letmein'
}
export function sessionOf(cookie) {
  return /(?:^|; )session=([^;]*)/.exec(cookie ?? '')?.[1]
}
export function isWhole(value) {
  return /^\d+$/.test(value ?? '')
}
