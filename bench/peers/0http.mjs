import zero from '0http'
import { json, register, text } from '../express-like.mjs'

export function start(port) {
  const { router, server } = zero({ defaultRoute: (_req, res) => text(res, 'Not Found', 404) })
  register(router, { use: (path, middleware) => router.use(path, middleware), json, text })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
}
