import { passwords } from '@app/authentication/passwords'
import type { Config } from '@app/core'
import { Accounts } from './accounts.ts'
import { changePassword, showPassword } from './change-password.ts'
import { FINISH, finishSignUp, showFinishSignUp } from './finish-sign-up.ts'
import { identify } from './identity.ts'
import { logIn, logOut, showLogIn } from './log-in.ts'
import { showSignUp, signUp } from './sign-up.ts'

const MIGRATIONS = [
  `CREATE TABLE accounts (
    id INTEGER PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('member', 'admin')),
    version INTEGER NOT NULL DEFAULT 1
  ) STRICT`,
]

const PUBLIC = { '@app/authorization': 'public' } as const
/** Few enough guesses that nobody finds a password, and enough for users who try several of their own. */
const GUESSES = { '@app/rate-limit': { limit: 10, window: 600 } }

export const configProvider = () =>
  ({
    database: { migrations: { accounts: MIGRATIONS } },
    dependencies: {
      factories: {
        'noticeboard/accounts': Accounts,
        'noticeboard/passwords': () => passwords(),
        'noticeboard/identify': identify,
      },
    },
    authorization: { otherwise: 'authenticated', hide: true },
    authentication: { loginPage: '/log-in', session: { identify: 'noticeboard/identify' } },
    policies: { 'signed-in': { routes: '/', pass: '@app/authorization' } },
    routes: {
      'sign-up.show': { path: '/sign-up', middleware: showSignUp, allowed_methods: ['GET'], metadata: PUBLIC },
      'sign-up': {
        path: '/sign-up',
        middleware: signUp,
        allowed_methods: ['POST'],
        metadata: { ...PUBLIC, ...GUESSES },
      },
      'sign-up.finish.show': {
        path: FINISH,
        middleware: showFinishSignUp,
        allowed_methods: ['GET'],
        metadata: PUBLIC,
      },
      'sign-up.finish': {
        path: FINISH,
        middleware: finishSignUp,
        allowed_methods: ['POST'],
        metadata: { ...PUBLIC, ...GUESSES },
      },
      'log-in.show': { path: '/log-in', middleware: showLogIn, allowed_methods: ['GET'], metadata: PUBLIC },
      'log-in': {
        path: '/log-in',
        middleware: logIn,
        allowed_methods: ['POST'],
        metadata: { ...PUBLIC, ...GUESSES },
      },
      'log-out': { path: '/log-out', middleware: logOut, allowed_methods: ['POST'] },
      'password.show': { path: '/password', middleware: showPassword, allowed_methods: ['GET'] },
      password: { path: '/password', middleware: changePassword, allowed_methods: ['POST'], metadata: GUESSES },
    },
  }) satisfies Config
