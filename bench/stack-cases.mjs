import { Writable } from 'node:stream'

/** The allowed origin, the secret and the user that all compared servers in `stack/` and `toolbox/` share. */
export const ORIGIN = 'https://www.example.org'
export const SECRET = 'a secret that nobody else can guess, of many letters'
export const USER = 'ada'

/** The long response of the stack cases: 10 KiB of JSON. */
export const ITEMS = Array.from({ length: 230 }, (_, id) => ({
  id,
  name: `a thing of the shop, ${(id * 7_919) % 1_000}`,
}))

/** The destination of logs: a stream that drops every line. */
export const NOWHERE = new Writable({
  write(_chunk, _encoding, done) {
    done()
  },
})

const headers = [
  'accept: application/json',
  'accept-encoding: gzip',
  'accept-language: en',
  `origin: ${ORIGIN}`,
  'user-agent: bench',
]

/** The headers that each response has to have, whichever peer gives it. */
const heads = [
  /^x-request-id: [\w-]{36}\r?$/im,
  /^content-security-policy: .*'nonce-/im,
  /^x-content-type-options: nosniff\r?$/im,
  /^access-control-allow-origin: https:\/\/www\.example\.org\r?$/im,
]

/**
 * The cases of the usual stack: security headers, request id, log to nowhere, CORS, session cookie, compression. The
 * cookie of a request is the one that the peer itself sets at `visit`, since each peer has its own format of cookies.
 */
export const STACK_CASES = {
  k: {
    title: 'the usual stack, 10 KiB of JSON in gzip',
    method: 'GET',
    path: '/page',
    headers,
    visit: '/log-in',
    status: 200,
    answer: { user: USER, items: ITEMS },
    heads: [...heads, /^content-encoding: gzip\r?$/im],
    burst: 50,
  },
  l: {
    title: 'the usual stack, a name in JSON, too short to compress',
    method: 'GET',
    path: '/name',
    headers,
    visit: '/log-in',
    status: 200,
    answer: { user: USER },
    heads,
    burst: 200,
  },
}
