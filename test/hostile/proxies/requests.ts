/** Octets that a client sends over one connection, in Latin-1. */
export interface Sent {
  readonly name: string
  readonly octets: string
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
  { name: 'a plain request', octets: get('/plain') },
  { name: 'three requests at once', octets: get('/a') + get('/b') + get('/c') },
  { name: 'a body with a length, and a second request', octets: post('Content-Length: 4\r\n', 'body') + get('/next') },
  {
    name: 'a body in chunks, and a second request behind it',
    octets: post('Transfer-Encoding: chunked\r\n', `${chunk('bo')}${chunk('dy')}0\r\n\r\n`) + get('/next'),
  },
  {
    name: 'trailers',
    octets:
      post('Transfer-Encoding: chunked\r\nTrailer: x-end\r\n', `${chunk('body')}0\r\nX-End: 1\r\n\r\n`) + get('/next'),
  },
  {
    name: 'a length and chunks, and the length includes the second request',
    octets: post(`Content-Length: ${5 + SMUGGLED.length}\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${SMUGGLED}`),
  },
  {
    name: 'chunks, and a length that is too short',
    octets: post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `${chunk(SMUGGLED)}0\r\n\r\n`),
  },
  { name: 'two lengths', octets: post(`Content-Length: 0\r\nContent-Length: ${SMUGGLED.length}\r\n`, SMUGGLED) },
  { name: 'the same length twice', octets: post('Content-Length: 4\r\nContent-Length: 4\r\n', 'body') + get('/next') },
  { name: 'a list of lengths', octets: post('Content-Length: 4, 4\r\n', 'body') + get('/next') },
  { name: 'a length with a sign', octets: post(`Content-Length: +${SMUGGLED.length}\r\n`, SMUGGLED) },
  { name: 'a length in hexadecimal digits', octets: post('Content-Length: 0x4\r\n', 'body') },
  { name: 'a length of two numbers with a space between', octets: post('Content-Length: 4 4\r\n', 'body') },
  { name: 'a length behind a space', octets: post(`Content-Length : ${SMUGGLED.length}\r\n`, SMUGGLED) },
  { name: 'a length on a folded line', octets: post(`X-A: b\r\n Content-Length: ${SMUGGLED.length}\r\n`, SMUGGLED) },
  { name: 'a coding of another name', octets: post('Transfer-Encoding: xchunked\r\n', `0\r\n\r\n${SMUGGLED}`) },
  {
    name: 'a transfer coding with a tab in front',
    octets: post('Transfer-Encoding:\tchunked\r\n', `${chunk('body')}0\r\n\r\n`),
  },
  {
    name: 'a transfer coding with a control character at its end',
    octets: post('Transfer-Encoding: chunked\x0b\r\n', `0\r\n\r\n${SMUGGLED}`),
  },
  { name: 'a coding that is quoted', octets: post('Transfer-Encoding: "chunked"\r\n', `0\r\n\r\n${SMUGGLED}`) },
  {
    name: 'two codings',
    octets: post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${SMUGGLED}`),
  },
  {
    name: 'chunked as the first of two transfer codings',
    octets: post('Transfer-Encoding: chunked, identity\r\n', `0\r\n\r\n${SMUGGLED}`),
  },
  {
    name: 'a coding in HTTP/1.0',
    octets: `POST /post HTTP/1.0\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  },
  {
    name: 'a transfer coding with an underscore',
    octets: post(`Transfer_Encoding: chunked\r\nContent-Length: ${5 + SMUGGLED.length}\r\n`, `0\r\n\r\n${SMUGGLED}`),
  },
  {
    name: 'an extension of a chunk',
    octets: post('Transfer-Encoding: chunked\r\n', '4;a=b\r\nbody\r\n0\r\n\r\n') + get('/next'),
  },
  {
    name: 'an extension with a line feed in it',
    octets: post('Transfer-Encoding: chunked\r\n', `4;a\nb\r\nbody\r\n0\r\n\r\n${SMUGGLED}`),
  },
  {
    name: 'a chunk whose size ends in a line feed',
    octets: post('Transfer-Encoding: chunked\r\n', '4\nbody\r\n0\r\n\r\n'),
  },
  {
    name: 'a chunk whose data end in two octets that are no line break',
    octets: post('Transfer-Encoding: chunked\r\n', `4\r\nbodyXX0\r\n\r\n${SMUGGLED}`),
  },
  {
    name: 'a size that does not fit',
    octets: post('Transfer-Encoding: chunked\r\n', `1000000000000000004\r\nbody\r\n0\r\n\r\n${SMUGGLED}`),
  },
  { name: 'a size with 0x', octets: post('Transfer-Encoding: chunked\r\n', `0x4\r\nbody\r\n0\r\n\r\n${SMUGGLED}`) },
  {
    name: 'a body of GET',
    octets: `GET /get HTTP/1.1\r\n${HOST}Content-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
  },
  {
    name: 'a body of GET in chunks',
    octets: `GET /get HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n${chunk(SMUGGLED)}0\r\n\r\n`,
  },
  {
    name: 'a body of HEAD',
    octets: `HEAD /head HTTP/1.1\r\n${HOST}Content-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
  },
  { name: 'lines that end in a line feed', octets: 'GET /feeds HTTP/1.1\nHost: x\n\n' },
  { name: 'a carriage return in a value', octets: get('/return', `X-A: b\rContent-Length: ${SMUGGLED.length}\r\n`) },
  { name: 'a null in a value', octets: get('/null', 'X-A: b\0c\r\n') },
  { name: 'a null in a name', octets: get('/null', 'X-\0A: b\r\n') },
  { name: 'an empty line in front', octets: `\r\n${get('/late')}` },
  { name: 'two hosts', octets: get('/hosts', 'Host: y\r\n') },
  { name: 'a target in absolute form', octets: get('http://y/absolute') },
  { name: 'a target with a space', octets: get('/a b') },
  { name: 'a target with a fragment', octets: get('/a#b') },
  { name: 'dots', octets: get('/a/../dots/./x') },
  { name: 'dots that are encoded', octets: get('/a/%2e%2e/dots') },
  { name: 'slashes that are encoded', octets: get('/a%2Fb') },
  { name: 'two slashes', octets: get('/a//b') },
  { name: 'an escape that is none', octets: get('/a%zz') },
  { name: 'octets beyond ASCII', octets: get('/\xe4') },
  { name: 'a connection header that names another header', octets: get('/named', 'Connection: X-A\r\nX-A: b\r\n') },
  {
    name: 'an upgrade to HTTP/2',
    octets: get(
      '/upgrade',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n',
    ),
  },
  {
    name: 'a request that waits for a 100',
    octets: post('Expect: 100-continue\r\nContent-Length: 4\r\n', 'body') + get('/next'),
  },
  { name: 'an Expect that is not 100-continue', octets: post('Expect: nothing\r\nContent-Length: 4\r\n', 'body') },
  { name: 'the preface of HTTP/2', octets: `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${SMUGGLED}` },
  { name: 'OPTIONS of all', octets: `OPTIONS * HTTP/1.1\r\n${HOST}\r\n` },
]
