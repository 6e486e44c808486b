import { env } from '@app/config'
import type { AppConfig } from '../../src/app-config.ts'
import { HomeHandler } from '../../src/home-handler.ts'
import { PingHandler } from '../../src/ping-handler.ts'

export default {
  greeting: env('GREETING', 'Hello, world!'),
  dependencies: {
    invokables: { 'acme/ping': PingHandler },
    factories: { 'acme/home': (container) => new HomeHandler(container.get<AppConfig>('config').greeting) },
  },
  routes: [
    { path: '/', middleware: 'acme/home', allowed_methods: ['GET'], name: 'home' },
    { path: '/ping', middleware: 'acme/ping', allowed_methods: ['GET'], name: 'ping' },
    { path: '/reports/{id}', middleware: 'acme/report', allowed_methods: ['GET'], options: { tokens: { id: '\\d+' } } },
  ],
} satisfies AppConfig
