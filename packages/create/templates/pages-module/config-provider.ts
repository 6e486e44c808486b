import type { ConfigProvider } from '@app/core'
import { hello } from './hello.ts'
import { home } from './home.ts'

// if log-in
const everybody = { '@app/authorization': 'public' }

// end
export const configProvider: ConfigProvider = () => ({
  routes: [
    // if log-in
    { path: '/', middleware: home, allowed_methods: ['GET'], name: 'home', metadata: everybody },
    { path: '/hello/{name}', middleware: hello, allowed_methods: ['GET'], name: 'hello', metadata: everybody },
    // end
    // if not log-in
    { path: '/', middleware: home, allowed_methods: ['GET'], name: 'home' },
    { path: '/hello/{name}', middleware: hello, allowed_methods: ['GET'], name: 'hello' },
    // end
  ],
})
