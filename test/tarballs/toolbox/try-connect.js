import { connect } from '@app/connect'
import { Application, text } from '@app/core'

/**
 * Runs middleware that answers, that wraps the answer of later middleware, that reads a body, and that listens for the
 * end of the answer.
 */
export async function tryConnect() {
  const ends = []
  const answering = (req, res, next) => {
    if (req.url !== '/answer') return next()
    res.setHeader('x-from', req.baseUrl)
    res.write('one ')
    res.end('two')
  }
  const wrapping = (_req, res, next) => {
    const { end } = res
    res.end = (chunk) => {
      if (!res.headersSent) res.removeHeader('content-length')
      if (chunk) res.write(chunk)
      return end.call(res, ' end')
    }
    res.on('finish', () => ends.push('finish'))
    next()
  }
  const counting = (req, _res, next) => {
    let size = 0
    req.on('data', (chunk) => {
      size += chunk.length
    })
    req.on('end', () => {
      req.size = size
      next()
    })
  }
  const app = new Application().pipe('/a', connect(answering))
  app.pipe(connect(wrapping, counting, (req, res, next) => res.setHeader('x-size', req.size) && next()))
  app.pipe(async (request) => text(`5 ${(await request.text()).slice(0, 1)}`))
  const ask = async (path, init) => {
    const answer = await app.fetch(new Request(`https://localhost${path}`, init))
    return `${answer.status} ${await answer.text()},${answer.headers.get('x-from') ?? answer.headers.get('x-size')}`
  }
  const headers = { 'content-type': 'text/plain' }
  return [await ask('/a/answer'), await ask('/', { method: 'POST', body: 'üüü', headers }), ...ends]
}
