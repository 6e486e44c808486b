import { Application, text } from '@app/core'

export default {
  dependencies: { services: { 'acme/logger': console } },
  middleware_pipeline: {
    routing: { middleware: [Application.ROUTING_MIDDLEWARE, Application.DISPATCH_MIDDLEWARE] },
  },
  routes: [{ path: '/', middleware: () => text('Hello, world!'), allowed_methods: ['GET'] }],
}
