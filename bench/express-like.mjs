import { BIG_VALUE, CHUNK, CHUNKS, DEEP_ROUTES, isAllowed, isWhole, sessionOf } from './cases.mjs'

/** The routes of a framework that hands over node's request and response, with what it has of helpers. */
export function register(app, { json, text, use }) {
  const pass = async (_req, _res, next) => next()
  const mark = (_req, res, next) => {
    res.setHeader('x-served-by', 'us')
    next()
  }
  for (const middleware of [pass, pass, mark, pass, pass]) use('/deep', middleware)
  use('/api', (req, res, next) => (isAllowed(req.headers.authorization) ? next() : text(res, 'Unauthorized', 401)))
  app.get('/', (_req, res) => text(res, 'Hello, world!'))
  app.get('/user/:id', (req, res) => json(res, { id: req.params.id }))
  app.post('/json', async (req, res) => {
    const chunks = []
    for await (const chunk of req) chunks.push(chunk)
    json(res, JSON.parse(Buffer.concat(chunks).toString()))
  })
  app.get('/big', (_req, res) => json(res, BIG_VALUE))
  app.get('/stream', async (_req, res) => {
    res.writeHead(200, { 'content-type': 'application/octet-stream' })
    for (let i = 0; i < CHUNKS; i++) if (!res.write(CHUNK)) await new Promise((resolve) => res.once('drain', resolve))
    res.end()
  })
  for (let i = 0; i < DEEP_ROUTES; i++) {
    app.get(`/deep/r${i}/:user/items/:item`, (req, res) => json(res, { user: req.params.user, item: req.params.item }))
  }
  app.get('/api/shops/:shop/shelves/:shelf/goods/:good', (req, res) => {
    const { shop, shelf, good } = req.params
    if (![shop, shelf, good].every(isWhole)) return text(res, 'Bad Request', 400)
    const query = req.query ?? {}
    json(res, { shop, shelf, good, page: query.page, sort: query.sort, session: sessionOf(req.headers.cookie) })
  })
}

/** Plain node, for frameworks without helpers of their own. */
export function json(res, value) {
  const body = JSON.stringify(value)
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  res.end(body)
}

export function text(res, body, status = 200) {
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(body) })
  res.end(body)
}
