import type { ConfigProvider } from '@app/core'
import { accountPage } from './account-page.ts'
import { Accounts } from './accounts.ts'
import { openDatabase } from './database.ts'
import { knownDevice } from './device.ts'
import { byAccount } from './identity.ts'
import { enter, guesses, leave, leaveEverywhere, showLogIn } from './log-in.ts'
import { showSignUp, signUp } from './sign-up.ts'

const everybody = { '@app/authorization': 'public' }
const own = { '@app/authorization': 'authenticated' }

export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      accounts: Accounts,
      database: openDatabase,
      'by-account': byAccount,
      'known-device': knownDevice,
      'log-in': enter,
      'log-out-everywhere': leaveEverywhere,
      'sign-up': signUp,
    },
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
  ],
})
