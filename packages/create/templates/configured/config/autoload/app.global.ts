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
import { byAccount } from '../../src/log-in/identity.ts'
import { enter, leave, showLogIn } from '../../src/log-in/log-in.ts'
import { showSignUp, signUp } from '../../src/log-in/sign-up.ts'
// end
import { hello } from '../../src/pages/hello.ts' // if pages
import { home } from '../../src/pages/home.ts' // if pages

// if log-in
const own = { '@app/authorization': 'authenticated' }
const seldom = { '@app/rate-limit': { limit: 10, window: 600 } }

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
      'log-in': enter,
      'sign-up': signUp,
      // end
    },
  },
  // if log-in
  authentication: { authenticators: ['by-account'], loginPage: '/log-in' },
  authorization: { otherwise: 'public' },
  // end
  routes: [
    { path: '/', middleware: home, allowed_methods: ['GET'], name: 'home' }, // if pages
    { path: '/hello/{name}', middleware: 'hello', allowed_methods: ['GET'], name: 'hello' }, // if pages
    entryFor(helloEndpoint, 'api.hello'), // if api
    { path: '/api/openapi.json', middleware: 'api.description', allowed_methods: ['GET'], name: 'api.description' }, // if api
    { path: '/api/docs', middleware: showApi, allowed_methods: ['GET'], name: 'api.docs' }, // if api
    { path: '/', middleware: () => redirect('/api/docs'), allowed_methods: ['GET'], name: 'home' }, // if not pages
    // if log-in
    { path: '/log-in', middleware: showLogIn, allowed_methods: ['GET'], name: 'log-in.show' },
    { path: '/log-in', middleware: 'log-in', allowed_methods: ['POST'], name: 'log-in', metadata: seldom },
    { path: '/log-out', middleware: leave, allowed_methods: ['POST'], name: 'log-out' },
    { path: '/sign-up', middleware: showSignUp, allowed_methods: ['GET'], name: 'sign-up.show' },
    { path: '/sign-up', middleware: 'sign-up', allowed_methods: ['POST'], name: 'sign-up', metadata: seldom },
    { path: '/account', middleware: accountPage, allowed_methods: ['GET'], name: 'account', metadata: own },
    // end
  ],
} satisfies Config
