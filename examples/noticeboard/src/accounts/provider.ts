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
        'sign-up.show': showSignUp,
        'sign-up': signUp,
        'sign-up.finish.show': showFinishSignUp,
        'sign-up.finish': finishSignUp,
        'log-in.show': showLogIn,
        'log-in': logIn,
        'log-out': logOut,
        'password.show': showPassword,
        password: changePassword,
      },
    },
    authorization: { otherwise: 'authenticated', hide: true },
    authentication: { loginPage: '/log-in', session: { identify: 'noticeboard/identify' } },
    policies: { 'signed-in': { routes: '/', pass: '@app/authorization' } },
    routes: {
      'sign-up.show': { path: '/sign-up', middleware: 'sign-up.show', allowed_methods: ['GET'], metadata: PUBLIC },
      'sign-up': {
        path: '/sign-up',
        middleware: 'sign-up',
        allowed_methods: ['POST'],
        metadata: { ...PUBLIC, ...GUESSES },
      },
      'sign-up.finish.show': {
        path: FINISH,
        middleware: 'sign-up.finish.show',
        allowed_methods: ['GET'],
        metadata: PUBLIC,
      },
      'sign-up.finish': {
        path: FINISH,
        middleware: 'sign-up.finish',
        allowed_methods: ['POST'],
        metadata: { ...PUBLIC, ...GUESSES },
      },
      'log-in.show': { path: '/log-in', middleware: 'log-in.show', allowed_methods: ['GET'], metadata: PUBLIC },
      'log-in': {
        path: '/log-in',
        middleware: 'log-in',
        allowed_methods: ['POST'],
        metadata: { ...PUBLIC, ...GUESSES },
      },
      'log-out': { path: '/log-out', middleware: 'log-out', allowed_methods: ['POST'] },
      'password.show': { path: '/password', middleware: 'password.show', allowed_methods: ['GET'] },
      password: { path: '/password', middleware: 'password', allowed_methods: ['POST'], metadata: GUESSES },
    },
  }) satisfies Config
