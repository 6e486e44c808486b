import type { ConfigProvider } from '@app/core'
import { accountPage } from './account-page.ts'
import { Accounts } from './accounts.ts'
import { openDatabase } from './database.ts'
import { forgotten, showForgotten } from './forgotten.ts'
import { byAccount } from './identity.ts'
import { guesses, links, mails, signUps } from './limits.ts'
import { enter, leave, leaveEverywhere, showLogIn } from './log-in.ts'
import { openMail } from './mail.ts'
import { setPassword, showNewPassword } from './new-password.ts'
import { mailLinks, passwordLinks } from './password-links.ts'
import { showSignUp, signUp } from './sign-up.ts'

const everybody = { '@app/authorization': 'public' }
const own = { '@app/authorization': 'authenticated' }

export const configProvider: ConfigProvider = () => ({
  dependencies: {
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
  },
  authentication: { authenticators: ['by-account'], loginPage: '/log-in' },
  // A route is closed to everybody until it declares a requirement.
  authorization: { showMissing: true },
  // npx app check proves that every request to a route passes this guard.
  policies: { 'signed-in': { routes: '/', pass: '@app/authorization' } },
  routes: [
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
  ],
})
