import { createRequire } from 'node:module'
import zero from '0http'
import { register } from '../express-like.mjs'
import { json, text } from '../plain.mjs'

const sequential = createRequire(import.meta.url)('0http/lib/router/sequential')

export function start(port) {
  const { router, server } = zero({ defaultRoute: (_req, res) => text(res, 'Not Found', 404) })
  register(router, {
    use: (around, path, middleware) => around.use(path, middleware),
    nest: () => sequential(),
    json,
    text,
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
}
