import { BIG_VALUE, DEEP_ROUTES, isAllowed, isWhole, sessionOf } from './cases.mjs'
import { readBody, stream } from './plain.mjs'

/**
 * Registers the routes of all cases of the folder `peers/` in a framework whose handlers get node's request and
 * response. `json`, `text` and `use` are functions of the framework, or replace those that it lacks; `nest` makes an
 * application of the framework that can be mounted under a prefix of another.
 */
export function register(app, { json, text, use, nest }) {
  const pass = async (_req, _res, next) => next()
  const mark = async (_req, res, next) => {
    res.setHeader('x-served-by', 'us')
    next()
  }
  for (const middleware of [pass, pass, mark, pass, pass]) use(app, '/deep', middleware)
  use(app, '/api', (req, res, next) => (isAllowed(req.headers.authorization) ? next() : text(res, 'Unauthorized', 401)))
  app.get('/', (_req, res) => text(res, 'Hello, world!'))
  app.get('/user/:id', (req, res) => json(res, { id: req.params.id }))
  app.post('/json', (req, res) => readBody(req, (body) => json(res, JSON.parse(body.toString()))))
  app.post('/upload', (req, res) => readBody(req, (body) => text(res, String(body.length))))
  app.get('/big', (_req, res) => json(res, BIG_VALUE))
  app.get('/stream', (_req, res) => stream(res, 0))
  for (let i = 0; i < DEEP_ROUTES; i++) {
    app.get(`/deep/r${i}/:user/items/:item`, (req, res) => json(res, { user: req.params.user, item: req.params.item }))
  }
  app.get('/api/shops/:shop/shelves/:shelf/goods/:good', (req, res) => {
    const { shop, shelf, good } = req.params
    if (![shop, shelf, good].every(isWhole)) return text(res, 'Bad Request', 400)
    const query = req.query ?? {}
    json(res, { shop, shelf, good, page: query.page, sort: query.sort, session: sessionOf(req.headers.cookie) })
  })
  const [one, two, three] = [nest(), nest(), nest()]
  three.get('/:id', (req, res) => json(res, { id: req.params.id }))
  use(two, '/three', three)
  use(one, '/two', two)
  use(app, '/one', one)
}
