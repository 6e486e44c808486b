import { createServer } from 'node:http'
import { BIG_VALUE, CHUNK, CHUNKS, isAllowed, isWhole, sessionOf } from './cases.mjs'

/**
 * A server of `node:http` as a good engineer writes it who needs no framework and knows no tricks: callbacks, a body of
 * one chunk taken as it is, headers as an object. The measure of all others.
 */
export function startPlain(port, { optimizeEmptyRequests = false, deep = answerDeep } = {}) {
  const server = createServer(optimizeEmptyRequests ? { optimizeEmptyRequests } : {}, (req, res) =>
    listen(req, res, deep),
  )
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
}

function listen(req, res, deep) {
  const { url, method } = req
  const question = url.indexOf('?')
  const path = question === -1 ? url : url.slice(0, question)
  if (method === 'POST') {
    if (path === '/json') return readBody(req, (body) => json(res, JSON.parse(body.toString())))
    if (path === '/upload') return readBody(req, (body) => text(res, String(body.length)))
    return text(res, 'Not Found', 404)
  }
  if (path === '/') return text(res, 'Hello, world!')
  const parts = path.split('/')
  switch (parts[1]) {
    case 'user':
      return json(res, { id: decodeURIComponent(parts[2]) })
    case 'deep':
      return deep(res, parts)
    case 'big':
      return json(res, BIG_VALUE)
    case 'stream':
      return stream(res, 0)
    case 'api':
      return api(req, res, parts, question === -1 ? '' : url.slice(question))
    case 'one':
      return json(res, { id: decodeURIComponent(parts[4]) })
    default:
      return text(res, 'Not Found', 404)
  }
}

/** Answers the case of five middleware, without any. */
export function answerDeep(res, parts) {
  res.setHeader('x-served-by', 'us')
  json(res, { user: decodeURIComponent(parts[3]), item: decodeURIComponent(parts[5]) })
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

/** Hands over a whole body; one that came as one chunk is not copied. */
export function readBody(req, use) {
  const chunks = []
  req.on('data', (chunk) => chunks.push(chunk))
  req.on('end', () => use(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
}

/** Writes the chunks of the case with a stream, as fast as they are taken. */
export function stream(res, sent) {
  if (sent === 0) res.writeHead(200, { 'content-type': 'application/octet-stream' })
  for (let i = sent; i < CHUNKS; i++) {
    if (res.write(CHUNK)) continue
    res.once('drain', () => stream(res, i + 1))
    return
  }
  res.end()
}

function api(req, res, parts, query) {
  const { headers } = req
  if (!isAllowed(headers.authorization)) return text(res, 'Unauthorized', 401)
  const search = new URLSearchParams(query)
  const [shop, shelf, good] = [parts[3], parts[5], parts[7]]
  if (!isWhole(shop) || !isWhole(shelf) || !isWhole(good)) return text(res, 'Bad Request', 400)
  const session = sessionOf(headers.cookie)
  json(res, { shop, shelf, good, page: search.get('page'), sort: search.get('sort'), session })
}
