import polka from 'polka'
import { register } from '../express-like.mjs'
import { json, text } from '../plain.mjs'

export function start(port) {
  const app = polka()
  register(app, { use: (around, path, middleware) => around.use(path, middleware), nest: () => polka(), json, text })
  return new Promise((resolve) => app.listen(port, '127.0.0.1', resolve))
}
