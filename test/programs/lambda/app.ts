import { COOKIES, cookies } from '@app/cookies'
import { Application, json } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

/**
 * An application that shows whether an adapter for Lambda loses something: it answers with what it has read from the
 * request (params, query, headers, cookies and body), with bytes, and with several cookies.
 */
const app = new Application({ router: new FindMyWayRouter() })
app.pipe(cookies())
app.get('/users/{id}', ({ params, query, headers }) =>
  json({ id: params.id, tags: query.getAll('tag'), name: headers.get('x-name') }),
)
app.post('/echo', async (request) => {
  const type = request.headers.get('content-type') ?? ''
  return new Response(await request.bytes(), { status: 201, headers: { 'content-type': type, 'x-length': 'counted' } })
})
app.post('/json', async (request) => json({ read: await request.json() }))
app.get('/cookies', (request) => {
  const jar = request.attribute(COOKIES)
  const seen = { one: jar.get('one'), two: jar.get('two') }
  jar.set('one', '1')
  jar.set('two', 'ü', { maxAge: 60 })
  return json(seen)
})
app.get(
  '/picture',
  () => new Response(new Uint8Array([137, 80, 78, 71, 0, 255, 128, 10]), { headers: { 'content-type': 'image/png' } }),
)

export default app
