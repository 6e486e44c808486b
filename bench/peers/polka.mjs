import polka from 'polka'
import { json, register, text } from '../express-like.mjs'

export function start(port) {
  const app = polka()
  register(app, { use: (path, middleware) => app.use(path, middleware), json, text })
  return new Promise((resolve) => app.listen(port, '127.0.0.1', resolve))
}
