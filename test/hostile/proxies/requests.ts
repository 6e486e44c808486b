/** Bytes that a client sends over one connection, in Latin-1. */
export interface Sent {
  readonly name: string
  readonly bytes: string
}

const HOST = 'Host: x\r\n'
/** A request that an attacker hides from a proxy. */
const SMUGGLED = `GET /smuggled HTTP/1.1\r\n${HOST}\r\n`
const post = (head: string, body: string, target = '/post') => `POST ${target} HTTP/1.1\r\n${HOST}${head}\r\n${body}`
const get = (target: string, head = '') => `GET ${target} HTTP/1.1\r\n${HOST}${head}\r\n`
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

/**
 * Requests that a proxy and a server may read differently. Source: RFC 9112 sections 2.2, 3, 5, 6 and 11.2; the kinds
 * of desynchronised connections that are known as CL.TE, TE.CL, TE.TE and CL.0.
 */
export const REQUESTS: readonly Sent[] = [
  { name: 'a plain request', bytes: get('/plain') },
  { name: 'three requests at once', bytes: get('/a') + get('/b') + get('/c') },
  { name: 'a body with a length, and a second request', bytes: post('Content-Length: 4\r\n', 'body') + get('/next') },
  {
    name: 'a body in chunks, and a second request behind it',
    bytes: post('Transfer-Encoding: chunked\r\n', `${chunk('bo')}${chunk('dy')}0\r\n\r\n`) + get('/next'),
  },
  {
    name: 'trailers',
    bytes:
      post('Transfer-Encoding: chunked\r\nTrailer: x-end\r\n', `${chunk('body')}0\r\nX-End: 1\r\n\r\n`) + get('/next'),
  },
  {
    name: 'a length and chunks, and the length includes the second request',
    bytes: post(`Content-Length: ${5 + SMUGGLED.length}\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${SMUGGLED}`),
  },
  {
    name: 'chunks, and a length that is too short',
    bytes: post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `${chunk(SMUGGLED)}0\r\n\r\n`),
  },
  { name: 'two lengths', bytes: post(`Content-Length: 0\r\nContent-Length: ${SMUGGLED.length}\r\n`, SMUGGLED) },
  { name: 'the same length twice', bytes: post('Content-Length: 4\r\nContent-Length: 4\r\n', 'body') + get('/next') },
  { name: 'a list of lengths', bytes: post('Content-Length: 4, 4\r\n', 'body') + get('/next') },
  { name: 'a length with a sign', bytes: post(`Content-Length: +${SMUGGLED.length}\r\n`, SMUGGLED) },
  { name: 'a length in hexadecimal digits', bytes: post('Content-Length: 0x4\r\n', 'body') },
  { name: 'a length of two numbers with a space between', bytes: post('Content-Length: 4 4\r\n', 'body') },
  { name: 'a length behind a space', bytes: post(`Content-Length : ${SMUGGLED.length}\r\n`, SMUGGLED) },
  { name: 'a length on a folded line', bytes: post(`X-A: b\r\n Content-Length: ${SMUGGLED.length}\r\n`, SMUGGLED) },
  { name: 'a coding of another name', bytes: post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${SMUGGLED}`) },
  {
    name: 'a transfer coding with a tab in front',
    bytes: post('Transfer-Encoding:\tchunked\r\n', `${chunk('body')}0\r\n\r\n`),
  },
  {
    name: 'a transfer coding with a control character at its end',
    bytes: post('Transfer-Encoding: chunked\x0b\r\n', `0\r\n\r\n${SMUGGLED}`),
  },
  { name: 'a coding that is quoted', bytes: post('Transfer-Encoding: "chunked"\r\n', `0\r\n\r\n${SMUGGLED}`) },
  {
    name: 'two codings',
    bytes: post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${SMUGGLED}`),
  },
  {
    name: 'chunked as the first of two transfer codings',
    bytes: post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${SMUGGLED}`),
  },
  {
    name: 'a coding in HTTP/1.0',
    bytes: `POST /post HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  },
  {
    name: 'a transfer coding with an underscore',
    bytes: post(`Transfer_Encoding: chunked\r\nContent-Length: ${5 + SMUGGLED.length}\r\n`, `0\r\n\r\n${SMUGGLED}`),
  },
  {
    name: 'an extension of a chunk',
    bytes: post('Transfer-Encoding: chunked\r\n', '4;a=b\r\nbody\r\n0\r\n\r\n') + get('/next'),
  },
  {
    name: 'an extension with a line feed in it',
    bytes: post('Transfer-Encoding: chunked\r\n', `4;a\nb\r\nbody\r\n0\r\n\r\n${SMUGGLED}`),
  },
  {
    name: 'a chunk whose size ends in a line feed',
    bytes: post('Transfer-Encoding: chunked\r\n', '4\nbody\r\n0\r\n\r\n'),
  },
  {
    name: 'a chunk whose data end in two bytes that are not a line break',
    bytes: post('Transfer-Encoding: chunked\r\n', `4\r\nbodyXX0\r\n\r\n${SMUGGLED}`),
  },
  {
    name: 'a size that does not fit',
    bytes: post('Transfer-Encoding: chunked\r\n', `1000000000000000004\r\nbody\r\n0\r\n\r\n${SMUGGLED}`),
  },
  { name: 'a size with 0x', bytes: post('Transfer-Encoding: chunked\r\n', `0x4\r\nbody\r\n0\r\n\r\n${SMUGGLED}`) },
  {
    name: 'a body of GET',
    bytes: `GET /get HTTP/1.1\r\n${HOST}Content-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
  },
  {
    name: 'a body of GET in chunks',
    bytes: `GET /get HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${chunk(SMUGGLED)}0\r\n\r\n`,
  },
  {
    name: 'a body of HEAD',
    bytes: `HEAD /head HTTP/1.1\r\n${HOST}Content-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
  },
  { name: 'lines that end in a line feed', bytes: 'GET /feeds HTTP/1.1\nHost: x\n\n' },
  { name: 'a carriage return in a value', bytes: get('/return', `X-A: b\rContent-Length: ${SMUGGLED.length}\r\n`) },
  { name: 'a null in a value', bytes: get('/null', 'X-A: b\0c\r\n') },
  { name: 'a null in a name', bytes: get('/null', 'X-\0A: b\r\n') },
  { name: 'an empty line in front', bytes: `\r\n${get('/late')}` },
  { name: 'two hosts', bytes: get('/hosts', 'Host: y\r\n') },
  { name: 'a target in absolute form', bytes: get('http://y/absolute') },
  { name: 'a target with a space', bytes: get('/a b') },
  { name: 'a target with a fragment', bytes: get('/a#b') },
  { name: 'dots', bytes: get('/a/../dots/./x') },
  { name: 'dots that are encoded', bytes: get('/a/%2e%2e/dots') },
  { name: 'slashes that are encoded', bytes: get('/a%2Fb') },
  { name: 'two slashes', bytes: get('/a//b') },
  { name: 'an escape that is none', bytes: get('/a%zz') },
  { name: 'bytes beyond ASCII', bytes: get('/\xe4') },
  { name: 'a connection header that names another header', bytes: get('/named', 'Connection: X-A\r\nX-A: b\r\n') },
  {
    name: 'an upgrade to HTTP/2',
    bytes: get(
      '/upgrade',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n',
    ),
  },
  {
    name: 'a request that waits for a 100',
    bytes: post('Expect: 100-continue\r\nContent-Length: 4\r\n', 'body') + get('/next'),
  },
  { name: 'an Expect that is not 100-continue', bytes: post('Expect: nothing\r\nContent-Length: 4\r\n', 'body') },
  { name: 'the preface of HTTP/2', bytes: `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${SMUGGLED}` },
  { name: 'OPTIONS of all', bytes: `OPTIONS * HTTP/1.1\r\n${HOST}\r\n` },
]
