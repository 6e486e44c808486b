import { type ConfigProvider, redirect } from '@app/core' // if not pages
import type { ConfigProvider } from '@app/core' // if pages
import { entryFor } from '@app/endpoint/server'
import { describeApi, showApi } from './documentation.ts'
import { answerHello, hello } from './hello.ts'

// if log-in
const everybody = { '@app/authorization': 'public' }

// end
export const configProvider: ConfigProvider = () => ({
  routes: [
    // if log-in
    entryFor(hello, answerHello, { metadata: everybody }),
    {
      path: '/api/openapi.json',
      middleware: describeApi,
      allowed_methods: ['GET'],
      name: 'api.description',
      metadata: everybody,
    },
    { path: '/api/docs', middleware: showApi, allowed_methods: ['GET'], name: 'api.docs', metadata: everybody },
    // end
    // if not log-in
    entryFor(hello, answerHello),
    { path: '/api/openapi.json', middleware: describeApi, allowed_methods: ['GET'], name: 'api.description' },
    { path: '/api/docs', middleware: showApi, allowed_methods: ['GET'], name: 'api.docs' },
    { path: '/', middleware: () => redirect('/api/docs'), allowed_methods: ['GET'], name: 'home' }, // if not pages
    // end
  ],
})
