import { type Config, json, text } from '@app/core'

export default {
  dependencies: {
    services: {
      'acme/home': () => text('Hello, world!'),
      'acme/ping': () => json({ ack: Math.floor(Date.now() / 1000) }),
    },
  },
  routes: [
    { path: '/', middleware: 'acme/home', allowed_methods: ['GET'], name: 'home' },
    { path: '/ping', middleware: 'acme/ping', allowed_methods: ['GET'], name: 'ping' },
  ],
} satisfies Config
