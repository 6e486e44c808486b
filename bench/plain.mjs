import { createServer } from 'node:http'
import { BIG_VALUE, CHUNK, CHUNKS, isAllowed, isWhole, sessionOf } from './cases.mjs'

/**
 * A server of `node:http` as a good engineer writes it without a framework and without tricks: callbacks, a regular
 * expression for each path, no copy of a body of one chunk, one `writeHead` with all headers. The other servers in
 * `peers/` are compared with this one.
 */
export function startPlain(port, { deep = answerDeep } = {}) {
  const server = createServer((req, res) => listen(req, res, deep))
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
}

function listen(req, res, deep) {
  const { url, method } = req
  if (method === 'POST') {
    if (url === '/json') return readBody(req, (body) => json(res, JSON.parse(body.toString())))
    if (url === '/upload') return readBody(req, (body) => text(res, String(body.length)))
    return text(res, 'Not Found', 404)
  }
  if (url === '/') return text(res, 'Hello, world!')
  const user = USER.exec(url)
  if (user) return json(res, { id: decodeURIComponent(user[1]) })
  const item = ITEM.exec(url)
  if (item) return deep(res, item)
  const goods = GOODS.exec(url)
  if (goods) return api(req, res, goods)
  if (url === '/big') return json(res, BIG_VALUE)
  if (url === '/stream') return stream(res, 0)
  const one = ONE.exec(url)
  if (one) return json(res, { id: decodeURIComponent(one[1]) })
  text(res, 'Not Found', 404)
}

const USER = /^\/user\/([^/?]+)$/
const ITEM = /^\/deep\/r\d+\/([^/?]+)\/items\/([^/?]+)$/
const GOODS = /^\/api\/shops\/([^/?]+)\/shelves\/([^/?]+)\/goods\/([^/?]+)(\?.*)?$/
const ONE = /^\/one\/two\/three\/([^/?]+)$/

/**
 * Answers case d of `cases.mjs` (two params, one of 100 routes) without middleware; the frameworks run five pieces of
 * middleware for this case.
 */
export function answerDeep(res, [, user, item]) {
  const body = JSON.stringify({ user: decodeURIComponent(user), item: decodeURIComponent(item) })
  res.writeHead(200, {
    'x-served-by': 'us',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  res.end(body)
}

export function json(res, value) {
  const body = JSON.stringify(value)
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  res.end(body)
}

export function text(res, body, status = 200) {
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(body) })
  res.end(body)
}

/** Reads a whole body, and calls `use` with it. A body that arrived in one chunk is not copied. */
export function readBody(req, use) {
  const chunks = []
  req.on('data', (chunk) => chunks.push(chunk))
  req.on('end', () => use(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
}

/** Writes the chunks of case g, as fast as the client takes them. */
export function stream(res, sent) {
  if (sent === 0) res.writeHead(200, { 'content-type': 'application/octet-stream' })
  for (let i = sent; i < CHUNKS; i++) {
    if (res.write(CHUNK)) continue
    res.once('drain', () => stream(res, i + 1))
    return
  }
  res.end()
}

function api(req, res, [, shop, shelf, good, query]) {
  const { headers } = req
  if (!isAllowed(headers.authorization)) return text(res, 'Unauthorized', 401)
  if (!isWhole(shop) || !isWhole(shelf) || !isWhole(good)) return text(res, 'Bad Request', 400)
  const search = new URLSearchParams(query)
  const session = sessionOf(headers.cookie)
  json(res, { shop, shelf, good, page: search.get('page'), sort: search.get('sort'), session })
}
