import { Application, json } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })
app.get('/users/{id}', ({ params, query, basePath }) => json({ id: params.id, q: query.get('q'), basePath }))
app.post('/echo', async (request) => {
  const type = request.headers.get('content-type') ?? ''
  return new Response(await request.bytes(), {
    headers: { 'content-type': 'application/octet-stream', 'x-type': type },
  })
})

export default app
