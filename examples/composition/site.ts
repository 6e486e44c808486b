import { Application, type Middleware, matchedRoute, text } from '@app/core'
import api from './api.ts'
import blog from './blog.ts'

/**
 * Middleware of the outer application, before the inner applications. On the way out it can read the route of the inner
 * application that has answered.
 */
const nameTheRoute: Middleware = async (request, handler) => {
  const response = await handler(request)
  response.headers.set('x-route', matchedRoute(request)?.path ?? 'none')
  return response
}

const site = new Application()
site.pipe(nameTheRoute)
site.pipe('/blog', blog)
site.pipe('/api', api)
site.pipe((request) => text(`Nothing at ${request.path}`, { status: 404 }))

export default site
