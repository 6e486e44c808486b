import type { ConfigProvider } from '@app/core'
import { hello } from './hello.ts'
import { home } from './home.ts'

export const configProvider: ConfigProvider = () => ({
  dependencies: { factories: { hello } },
  routes: [
    { path: '/', middleware: home, allowed_methods: ['GET'], name: 'home' },
    { path: '/hello/{name}', middleware: 'hello', allowed_methods: ['GET'], name: 'hello' },
  ],
})
