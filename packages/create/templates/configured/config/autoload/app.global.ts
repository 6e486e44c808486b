import { env } from '@app/config'
import { type Config, redirect } from '@app/core' // if not pages
import type { Config } from '@app/core' // if pages
import { entryFor } from '@app/endpoint/server' // if api
import { describeApi, showApi } from '../../src/api/documentation.ts' // if api
import { answerHello, hello as helloEndpoint } from '../../src/api/hello.ts' // if api
// if log-in
import { accountPage } from '../../src/log-in/account-page.ts'
import { Accounts } from '../../src/log-in/accounts.ts'
import { openDatabase } from '../../src/log-in/database.ts'
import { knownDevice } from '../../src/log-in/device.ts'
import { byAccount } from '../../src/log-in/identity.ts'
import { enter, guesses, leave, leaveEverywhere, showLogIn } from '../../src/log-in/log-in.ts'
import { showSignUp, signUp } from '../../src/log-in/sign-up.ts'
// end
import { hello } from '../../src/pages/hello.ts' // if pages
import { home } from '../../src/pages/home.ts' // if pages

// if log-in
const everybody = { '@app/authorization': 'public' }
const own = { '@app/authorization': 'authenticated' }

// end
export default {
  dependencies: {
    services: { greeting: env('GREETING', 'Hello') },
    factories: {
      'api.description': describeApi, // if api
      'api.hello': answerHello, // if api
      hello, // if pages
      // if log-in
      accounts: Accounts,
      database: openDatabase,
      'by-account': byAccount,
      'known-device': knownDevice,
      'log-in': enter,
      'log-out-everywhere': leaveEverywhere,
      'sign-up': signUp,
      // end
    },
  },
  // if log-in
  authentication: { authenticators: ['by-account'], loginPage: '/log-in' },
  // A route is closed to everybody until it declares a requirement.
  authorization: { showMissing: true },
  // npx app check proves that every request to a route passes this guard.
  policies: { 'signed-in': { routes: '/', pass: '@app/authorization' } },
  // end
  routes: [
    // if pages and not log-in
    { path: '/', middleware: home, allowed_methods: ['GET'], name: 'home' },
    { path: '/hello/{name}', middleware: 'hello', allowed_methods: ['GET'], name: 'hello' },
    // end
    // if log-in
    { path: '/', middleware: home, allowed_methods: ['GET'], name: 'home', metadata: everybody },
    { path: '/hello/{name}', middleware: 'hello', allowed_methods: ['GET'], name: 'hello', metadata: everybody },
    // end
    // if api and not log-in
    entryFor(helloEndpoint, 'api.hello'),
    { path: '/api/openapi.json', middleware: 'api.description', allowed_methods: ['GET'], name: 'api.description' },
    { path: '/api/docs', middleware: showApi, allowed_methods: ['GET'], name: 'api.docs' },
    { path: '/', middleware: () => redirect('/api/docs'), allowed_methods: ['GET'], name: 'home' }, // if not pages
    // end
    // if api and log-in
    entryFor(helloEndpoint, 'api.hello', { metadata: everybody }),
    {
      path: '/api/openapi.json',
      middleware: 'api.description',
      allowed_methods: ['GET'],
      name: 'api.description',
      metadata: everybody,
    },
    { path: '/api/docs', middleware: showApi, allowed_methods: ['GET'], name: 'api.docs', metadata: everybody },
    // end
    // if log-in
    { path: '/log-in', middleware: showLogIn, allowed_methods: ['GET'], name: 'log-in.show', metadata: everybody },
    {
      path: '/log-in',
      middleware: 'log-in',
      allowed_methods: ['POST'],
      name: 'log-in',
      metadata: { ...everybody, '@app/rate-limit': guesses },
    },
    { path: '/log-out', middleware: leave, allowed_methods: ['POST'], name: 'log-out', metadata: everybody },
    { path: '/sign-up', middleware: showSignUp, allowed_methods: ['GET'], name: 'sign-up.show', metadata: everybody },
    {
      path: '/sign-up',
      middleware: 'sign-up',
      allowed_methods: ['POST'],
      name: 'sign-up',
      metadata: { ...everybody, '@app/rate-limit': { limit: 10, window: 600 } },
    },
    { path: '/account', middleware: accountPage, allowed_methods: ['GET'], name: 'account', metadata: own },
    {
      path: '/log-out-everywhere',
      middleware: 'log-out-everywhere',
      allowed_methods: ['POST'],
      name: 'log-out-everywhere',
      metadata: own,
    },
    // end
  ],
} satisfies Config
