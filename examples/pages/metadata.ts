import {
  Application,
  ApplicationFactory,
  type Config,
  type Middleware,
  metadataKey,
  ROUTE_RESULT,
  text,
} from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'

export const ACCESS = metadataKey<{ readonly role: string }>('acme/access')

const byRole: Middleware = (request, handler) => {
  const access = request.attribute(ROUTE_RESULT)?.route?.metadata(ACCESS)
  if (access === undefined || access.role === request.headers.get('x-role')) return handler(request)
  return text(`For the role ${access.role} alone.`, { status: 403 })
}

const reports: Middleware = () => text('All is well.')

export const inCode = new Application({ router: new FindMyWayRouter() })
inCode.pipeRoutingMiddleware().pipe(byRole).pipeDispatchMiddleware()
inCode.get('/reports', reports).set(ACCESS, { role: 'auditor' })

const config = {
  middleware_pipeline: {
    routing: { middleware: [Application.ROUTING_MIDDLEWARE, byRole, Application.DISPATCH_MIDDLEWARE] },
  },
  routes: {
    reports: { path: '/reports', middleware: reports, metadata: { 'acme/access': { role: 'auditor' } } },
  },
} satisfies Config

export const configured = ApplicationFactory.create(
  new Map<string, unknown>([
    ['config', config],
    ['@app/router/RouterInterface', new FindMyWayRouter()],
  ]),
)
