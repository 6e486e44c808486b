import restana from 'restana'
import { json, register, text } from '../express-like.mjs'

export async function start(port) {
  const app = restana()
  register(app, { use: (path, middleware) => app.use(path, middleware), json, text })
  await app.start(port, '127.0.0.1')
}
