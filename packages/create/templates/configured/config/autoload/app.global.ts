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
import { forgotten, showForgotten } from '../../src/log-in/forgotten.ts'
import { byAccount } from '../../src/log-in/identity.ts'
import { guesses, links, mails, signUps } from '../../src/log-in/limits.ts'
import { enter, leave, leaveEverywhere, showLogIn } from '../../src/log-in/log-in.ts'
import { openMail } from '../../src/log-in/mail.ts'
import { setPassword, showNewPassword } from '../../src/log-in/new-password.ts'
import { mailLinks, passwordLinks } from '../../src/log-in/password-links.ts'
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
    // if log-in
    factories: {
      accounts: Accounts,
      database: openDatabase,
      'by-account': byAccount,
      'mail-link': mailLinks,
      'password-links': passwordLinks,
      'send-mail': openMail,
    },
    // Without a mail server, the program does not start.
    eager: ['mail-link'],
    // end
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
    { path: '/hello/{name}', middleware: hello, allowed_methods: ['GET'], name: 'hello' },
    // end
    // if log-in
    { path: '/', middleware: home, allowed_methods: ['GET'], name: 'home', metadata: everybody },
    { path: '/hello/{name}', middleware: hello, allowed_methods: ['GET'], name: 'hello', metadata: everybody },
    // end
    // if api and not log-in
    entryFor(helloEndpoint, answerHello),
    { path: '/api/openapi.json', middleware: describeApi, allowed_methods: ['GET'], name: 'api.description' },
    { path: '/api/docs', middleware: showApi, allowed_methods: ['GET'], name: 'api.docs' },
    { path: '/', middleware: () => redirect('/api/docs'), allowed_methods: ['GET'], name: 'home' }, // if not pages
    // end
    // if api and log-in
    entryFor(helloEndpoint, answerHello, { metadata: everybody }),
    {
      path: '/api/openapi.json',
      middleware: describeApi,
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
      middleware: enter,
      allowed_methods: ['POST'],
      name: 'log-in',
      metadata: { ...everybody, '@app/rate-limit': guesses },
    },
    { path: '/log-out', middleware: leave, allowed_methods: ['POST'], name: 'log-out', metadata: everybody },
    { path: '/sign-up', middleware: showSignUp, allowed_methods: ['GET'], name: 'sign-up.show', metadata: everybody },
    {
      path: '/sign-up',
      middleware: signUp,
      allowed_methods: ['POST'],
      name: 'sign-up',
      metadata: { ...everybody, '@app/rate-limit': signUps },
    },
    {
      path: '/forgotten',
      middleware: showForgotten,
      allowed_methods: ['GET'],
      name: 'forgotten.show',
      metadata: everybody,
    },
    {
      path: '/forgotten',
      middleware: forgotten,
      allowed_methods: ['POST'],
      name: 'forgotten',
      metadata: { ...everybody, '@app/rate-limit': mails },
    },
    {
      path: '/new-password',
      middleware: showNewPassword,
      allowed_methods: ['GET'],
      name: 'new-password.show',
      metadata: { ...everybody, '@app/rate-limit': links },
    },
    {
      path: '/new-password',
      middleware: setPassword,
      allowed_methods: ['POST'],
      name: 'new-password',
      metadata: { ...everybody, '@app/rate-limit': links },
    },
    { path: '/account', middleware: accountPage, allowed_methods: ['GET'], name: 'account', metadata: own },
    {
      path: '/log-out-everywhere',
      middleware: leaveEverywhere,
      allowed_methods: ['POST'],
      name: 'log-out-everywhere',
      metadata: own,
    },
    // end
  ],
} satisfies Config
