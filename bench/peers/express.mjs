import express from 'express'
import { register } from '../express-like.mjs'

export function start(port) {
  const app = express()
  register(app, {
    use: (around, path, middleware) => around.use(path, middleware),
    nest: () => express.Router(),
    json: (res, value) => res.json(value),
    text: (res, body, status = 200) => res.status(status).type('text/plain').send(body),
  })
  return new Promise((resolve) => app.listen(port, '127.0.0.1', resolve))
}
