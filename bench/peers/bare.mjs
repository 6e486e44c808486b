import { createServer } from 'node:http'
import { BIG_VALUE, CHUNK, CHUNKS, isAllowed, isWhole, sessionOf } from '../cases.mjs'

/** node:http written plainly, as somebody would who needs no framework; the measure of all others. */
export function start(port) {
  const json = (res, value) => {
    const body = JSON.stringify(value)
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    res.end(body)
  }
  const text = (res, body, status = 200) => {
    res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(body) })
    res.end(body)
  }
  const handler = async (req, res) => {
    const [path, query = ''] = req.url.split('?')
    if (path === '/' && req.method === 'GET') return text(res, 'Hello, world!')
    if (path === '/json' && req.method === 'POST') {
      const chunks = []
      for await (const chunk of req) chunks.push(chunk)
      return json(res, JSON.parse(Buffer.concat(chunks).toString()))
    }
    if (path === '/big') return json(res, BIG_VALUE)
    if (path === '/stream') {
      res.writeHead(200, { 'content-type': 'application/octet-stream' })
      for (let i = 0; i < CHUNKS; i++) if (!res.write(CHUNK)) await new Promise((resolve) => res.once('drain', resolve))
      return res.end()
    }
    const parts = path.split('/')
    if (parts[1] === 'user' && parts.length === 3) return json(res, { id: decodeURIComponent(parts[2]) })
    if (parts[1] === 'deep' && parts.length === 6) {
      for (let i = 0; i < 5; i++) await undefined
      res.setHeader('x-served-by', 'us')
      return json(res, { user: decodeURIComponent(parts[3]), item: decodeURIComponent(parts[5]) })
    }
    if (parts[1] === 'api') {
      if (!isAllowed(req.headers.authorization)) return text(res, 'Unauthorized', 401)
      const search = new URLSearchParams(query)
      const [shop, shelf, good] = [parts[3], parts[5], parts[7]]
      if (![shop, shelf, good].every(isWhole)) return text(res, 'Bad Request', 400)
      return json(res, {
        shop,
        shelf,
        good,
        page: search.get('page'),
        sort: search.get('sort'),
        session: sessionOf(req.headers.cookie),
      })
    }
    text(res, 'Not Found', 404)
  }
  return new Promise((resolve) => createServer(handler).listen(port, '127.0.0.1', resolve))
}
