import { createServer } from 'node:http'
import sirv from 'sirv'
import { text } from '../plain.mjs'
import { cookieOf, sessionIn } from '../signed-session.mjs'
import { ORIGIN, USER } from '../stack-cases.mjs'
import { DAY, FILES, NAME } from '../toolbox-cases.mjs'

/**
 * The work of the packages, written by hand on `node:http`, with sirv for files. The other servers in this folder are
 * compared with it.
 */
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
      res.setHeader('set-cookie', cookieOf({ user: USER }))
      return text(res, 'welcome')
    }
    if (url === '/session/name') return text(res, sessionIn(req.headers.cookie).user)
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
