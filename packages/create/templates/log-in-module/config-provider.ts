import type { ConfigProvider } from '@app/core'
import { accountPage } from './account-page.ts'
import { Accounts } from './accounts.ts'
import { openDatabase } from './database.ts'
import { byAccount } from './identity.ts'
import { enter, leave, showLogIn } from './log-in.ts'
import { showSignUp, signUp } from './sign-up.ts'

const own = { '@app/authorization': 'authenticated' }
const seldom = { '@app/rate-limit': { limit: 10, window: 600 } }

export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      accounts: Accounts,
      database: openDatabase,
      'by-account': byAccount,
      'log-in': enter,
      'sign-up': signUp,
    },
  },
  authentication: { authenticators: ['by-account'], loginPage: '/log-in' },
  authorization: { otherwise: 'public' },
  routes: [
    { path: '/log-in', middleware: showLogIn, allowed_methods: ['GET'], name: 'log-in.show' },
    { path: '/log-in', middleware: 'log-in', allowed_methods: ['POST'], name: 'log-in', metadata: seldom },
    { path: '/log-out', middleware: leave, allowed_methods: ['POST'], name: 'log-out' },
    { path: '/sign-up', middleware: showSignUp, allowed_methods: ['GET'], name: 'sign-up.show' },
    { path: '/sign-up', middleware: 'sign-up', allowed_methods: ['POST'], name: 'sign-up', metadata: seldom },
    { path: '/account', middleware: accountPage, allowed_methods: ['GET'], name: 'account', metadata: own },
  ],
})
