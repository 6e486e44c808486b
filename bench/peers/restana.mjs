import restana from 'restana'
import { register } from '../express-like.mjs'
import { json, text } from '../plain.mjs'

export async function start(port) {
  const app = restana()
  register(app, {
    use: (around, path, middleware) => around.use(path, middleware),
    nest: () => app.newRouter(),
    json,
    text,
  })
  await app.start(port, '127.0.0.1')
}
