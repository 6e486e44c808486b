import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import sirv from 'sirv'
import { text } from '../plain.mjs'
import { ORIGIN, SECRET, USER } from '../stack-cases.mjs'
import { DAY, FILES, NAME } from '../toolbox-cases.mjs'

/** The same by hand on `node:http`, and sirv for files. The measure. */
export function start(port) {
  const files = sirv(FILES, { etag: true })
  const counts = new Map()
  const server = createServer((req, res) => {
    const { url } = req
    if (url === '/bare/name') return text(res, NAME)
    if (url === '/cors/name') {
      if (req.headers.origin === ORIGIN) res.setHeader('access-control-allow-origin', ORIGIN)
      res.setHeader('vary', 'Origin')
      return text(res, NAME)
    }
    if (url === '/limited/name') return limited(req, res, counts)
    if (url === '/session/log-in') {
      const value = Buffer.from(JSON.stringify({ user: USER })).toString('base64url')
      res.setHeader('set-cookie', `session=${value}.${signature(value)}; Path=/; HttpOnly; SameSite=Lax`)
      return text(res, 'welcome')
    }
    if (url === '/session/name') return text(res, sessionOf(req.headers.cookie).user)
    if (!url.startsWith('/static/')) return text(res, 'Not Found', 404)
    req.url = url.slice('/static'.length)
    files(req, res, () => text(res, 'Not Found', 404))
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
}

const LIMIT = 1_000_000_000

function limited(req, res, counts) {
  const now = Date.now()
  const key = req.socket.remoteAddress
  let count = counts.get(key)
  if (count === undefined || count.until < now) {
    count = { until: now + DAY * 1_000, used: 0 }
    counts.set(key, count)
  }
  count.used++
  const seconds = Math.ceil((count.until - now) / 1_000)
  res.setHeader('ratelimit-policy', '"default";q=1000000000;w=86400')
  res.setHeader('ratelimit', `"default";r=${LIMIT - count.used};t=${seconds}`)
  text(res, NAME)
}

function sessionOf(cookie) {
  const [, value, given] = /(?:^|; )session=([\w-]+)\.([\w-]+)/.exec(cookie ?? '') ?? []
  if (value === undefined) return {}
  const [right, sent] = [Buffer.from(signature(value)), Buffer.from(given)]
  if (right.length !== sent.length || !timingSafeEqual(right, sent)) return {}
  return JSON.parse(Buffer.from(value, 'base64url').toString())
}

const signature = (value) => createHmac('sha256', SECRET).update(value).digest('base64url')
