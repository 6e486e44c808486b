import { Application, text } from '@app/core'
import { fromHono, HONO_CONTEXT } from '@app/mount/hono'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { etag } from 'hono/etag'
import { jwt } from 'hono/jwt'
import { secureHeaders } from 'hono/secure-headers'

const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined })
app.pipe(fromHono(secureHeaders(), etag()))
app.pipe('/mine', fromHono(jwt({ secret: 'from a vault', alg: 'HS256' })))
app.get('/mine/name', (request) => {
  const { sub } = request.attribute(HONO_CONTEXT).get('jwtPayload') as { readonly sub: string }
  return text(sub)
})
app.get('/users/{id}', ({ params }) => text(`user ${params.id}`))
app.get('/fails', () => {
  throw new Error('boom')
})

export default app
