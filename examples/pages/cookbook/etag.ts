import { createHash } from 'node:crypto'
import { Application, json, type Middleware } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/** Answers 304 if the client has the page already. The page is made anyway; only its transfer is saved. */
const conditional: Middleware = async (request, handler) => {
  const response = await handler(request)
  if (request.method !== 'GET' || response.status !== 200 || response.headers.has('etag')) return response
  const body = await response.arrayBuffer()
  const headers = new Headers(response.headers)
  const tag = `"${createHash('sha256').update(new Uint8Array(body)).digest('base64url')}"`
  headers.set('etag', tag)
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  if (!known.includes(tag) && !known.includes('*')) return new Response(body, { headers })
  for (const name of ['content-length', 'content-type']) headers.delete(name)
  return new Response(null, { status: 304, headers })
}

const prices = new Map([['tea', 3]])

const app = new Application({ router: new FindMyWayRouter() })
app.pipe('/prices', conditional)
app.get('/prices', () => json(Object.fromEntries(prices)))
app.put('/prices/{name}', async (request) => {
  prices.set(request.params.name, Number(await request.text()))
  return json(prices.size)
})

export default app
