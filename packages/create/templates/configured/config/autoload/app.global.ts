import { env } from '@app/config'
import type { Config } from '@app/core'
import { HelloHandler } from '../../src/hello-handler.ts'
import { PingHandler } from '../../src/ping-handler.ts'

export default {
  dependencies: {
    services: { greeting: env('GREETING', 'Hello') },
    invokables: { ping: PingHandler },
    factories: { hello: HelloHandler },
  },
  routes: [
    { path: '/', middleware: 'hello', allowed_methods: ['GET'], name: 'home' },
    { path: '/hello/{name}', middleware: 'hello', allowed_methods: ['GET'], name: 'hello' },
    { path: '/ping', middleware: 'ping', allowed_methods: ['GET'], name: 'ping' },
  ],
} satisfies Config
