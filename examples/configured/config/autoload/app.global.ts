import { env } from '@app/config'
import type { Config } from '@app/core'
import { HomeHandler } from '../../src/home-handler.ts'
import { PingHandler } from '../../src/ping-handler.ts'

declare module '@app/core' {
  interface Config {
    /** The text of the first page. */
    readonly greeting?: string
  }
}

export default {
  greeting: env('GREETING', 'Hello, world!'),
  dependencies: {
    invokables: { 'acme/ping': PingHandler },
    factories: { 'acme/home': (container) => new HomeHandler(container.get('config').greeting) },
  },
  routes: [
    { path: '/', middleware: 'acme/home', allowed_methods: ['GET'], name: 'home' },
    { path: '/ping', middleware: 'acme/ping', allowed_methods: ['GET'], name: 'ping' },
    { path: '/reports/{id}', middleware: 'acme/report', allowed_methods: ['GET'], options: { tokens: { id: '\\d+' } } },
  ],
} satisfies Config
