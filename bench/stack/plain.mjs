import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { createGzip } from 'node:zlib'
import { pino } from 'pino'
import { cookieOf, sessionIn } from '../signed-session.mjs'
import { ITEMS, NOWHERE, ORIGIN, USER } from '../stack-cases.mjs'

/**
 * The usual stack written by hand on `node:http`, as by a good engineer who needs these headers and uses few packages.
 * The other servers in this folder are compared with it.
 */
export function start(port) {
  const log = pino(NOWHERE)
  const server = createServer((req, res) => {
    const begun = performance.now()
    const id = randomUUID()
    res.on('close', () => {
      const { method, url } = req
      log.info({ method, url, status: res.statusCode, duration: performance.now() - begun, id }, 'answered')
    })
    const headers = {
      'x-request-id': id,
      ...SECURITY,
      'content-security-policy': policy(randomBytes(16).toString('base64')),
    }
    if (req.headers.origin === ORIGIN) headers['access-control-allow-origin'] = ORIGIN
    headers.vary = 'Origin, Accept-Encoding'
    if (req.url === '/log-in') {
      headers['set-cookie'] = cookieOf({ user: USER })
      return send(req, res, headers, 'text/plain', 'welcome')
    }
    const { user } = sessionIn(req.headers.cookie)
    if (req.url === '/page') return send(req, res, headers, 'application/json', JSON.stringify({ user, items: ITEMS }))
    send(req, res, headers, 'application/json', JSON.stringify({ user }))
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
}

function send(req, res, headers, type, text) {
  headers['content-type'] = type
  if (text.length >= 1_024 && req.headers['accept-encoding']?.includes('gzip')) {
    headers['content-encoding'] = 'gzip'
    res.writeHead(200, headers)
    const gzip = createGzip()
    gzip.pipe(res)
    gzip.end(text)
    return
  }
  headers['content-length'] = Buffer.byteLength(text)
  res.writeHead(200, headers)
  res.end(text)
}

const policy = (nonce) =>
  `default-src 'self'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; object-src 'none'`
const SECURITY = {
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
