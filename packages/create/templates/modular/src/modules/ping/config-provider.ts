import type { ConfigProvider } from '@app/core'
import { PingHandler } from './ping-handler.ts'

export const configProvider: ConfigProvider = () => ({
  dependencies: { invokables: { ping: PingHandler } },
  routes: [{ path: '/ping', middleware: 'ping', allowed_methods: ['GET'], name: 'ping' }],
})
