import { createServer } from 'node:http'
import { BIG_VALUE, isAllowed, isWhole, sessionOf } from '../cases.mjs'
import { stream } from '../plain.mjs'

/**
 * A server of `node:http`, written by hand with all known tricks: few promises, headers as flat lists, one write,
 * slices of the path.
 */
export function start(port) {
  const JSON_TYPE = 'application/json'
  const json = (res, value) => {
    const body = JSON.stringify(value)
    res.writeHead(200, ['content-type', JSON_TYPE, 'content-length', String(Buffer.byteLength(body))])
    res.end(body)
  }
  const text = (res, body, status) => {
    res.writeHead(status, ['content-type', 'text/plain; charset=utf-8', 'content-length', String(body.length)])
    res.end(body)
  }
  const read = (req, use) => {
    let only
    let more
    req.on('data', (chunk) => {
      if (only === undefined) only = chunk
      else if (more === undefined) more = [only, chunk]
      else more.push(chunk)
    })
    req.on('end', () => use(more ? Buffer.concat(more) : only))
  }
  const deep = (res, path) => {
    const parts = path.split('/')
    const body = JSON.stringify({ user: parts[3], item: parts[5] })
    res.writeHead(200, ['content-type', JSON_TYPE, 'x-served-by', 'us', 'content-length', String(body.length)])
    res.end(body)
  }
  const api = (req, res, url) => {
    const { headers } = req
    if (!isAllowed(headers.authorization)) return text(res, 'Unauthorized', 401)
    const question = url.indexOf('?')
    const search = new URLSearchParams(question === -1 ? '' : url.slice(question))
    const parts = (question === -1 ? url : url.slice(0, question)).split('/')
    const [shop, shelf, good] = [parts[3], parts[5], parts[7]]
    if (!isWhole(shop) || !isWhole(shelf) || !isWhole(good)) return text(res, 'Bad Request', 400)
    json(res, {
      shop,
      shelf,
      good,
      page: search.get('page'),
      sort: search.get('sort'),
      session: sessionOf(headers.cookie),
    })
  }
  const handler = (req, res) => {
    const { url, method } = req
    if (method === 'GET') {
      if (url === '/') return text(res, 'Hello, world!', 200)
      if (url.startsWith('/user/')) return json(res, { id: url.slice(6) })
      if (url.startsWith('/deep/')) return deep(res, url)
      if (url.startsWith('/api/')) return api(req, res, url)
      if (url === '/big') return json(res, BIG_VALUE)
      if (url === '/stream') return stream(res, 0)
      if (url.startsWith('/one/two/three/')) return json(res, { id: url.slice(15) })
    } else if (method === 'POST') {
      if (url === '/json') return read(req, (body) => json(res, JSON.parse(body.toString())))
      if (url === '/upload') return read(req, (body) => text(res, String(body.length), 200))
    }
    text(res, 'Not Found', 404)
  }
  const options = { optimizeEmptyRequests: true }
  return new Promise((resolve) => createServer(options, handler).listen(port, '127.0.0.1', resolve))
}
