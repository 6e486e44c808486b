import { env } from '@app/config'
import type { ConfigProvider } from '@app/core'
import { HelloHandler } from './hello-handler.ts'

export const configProvider: ConfigProvider = () => ({
  dependencies: {
    services: { greeting: env('GREETING', 'Hello') },
    factories: { hello: HelloHandler },
  },
  routes: [
    { path: '/', middleware: 'hello', allowed_methods: ['GET'], name: 'home' },
    { path: '/hello/{name}', middleware: 'hello', allowed_methods: ['GET'], name: 'hello' },
  ],
})
