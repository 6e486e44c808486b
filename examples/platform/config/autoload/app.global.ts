import { Application, type Config, json, text } from '@app/core'

export default {
  dependencies: {
    services: { 'acme/logger': console },
  },
  middleware_pipeline: {
    routing: { middleware: Application.ROUTING_MIDDLEWARE },
    dispatch: { middleware: Application.DISPATCH_MIDDLEWARE },
  },
  routes: [
    { path: '/', middleware: () => text('Hello, world!'), allowed_methods: ['GET'], name: 'home' },
    { path: '/users/{id}', middleware: (request) => json({ id: request.params.id }), allowed_methods: ['GET'] },
  ],
} satisfies Config
