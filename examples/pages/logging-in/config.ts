import type { Identity } from '@app/authentication'
import type { Allow } from '@app/authorization'
import type { Config } from '@app/core'
import { account, enter, form, home, leave, notes, reports, signUp } from './pages.ts'
import { knownUser } from './users.ts'

const isOwner: Allow = ({ id }, { owner }) => id === owner
const everybody = { '@app/authorization': 'public' }

export default {
  authentication: { session: { identify: 'acme/known-user' }, loginPage: '/log-in' },
  dependencies: { services: { 'acme/known-user': ({ id }: Identity) => knownUser(id) } },
  routes: {
    home: { path: '/', middleware: home, metadata: everybody },
    signUpForm: { path: '/sign-up', middleware: form, allowed_methods: ['GET'], metadata: everybody },
    signUp: { path: '/sign-up', middleware: signUp, allowed_methods: ['POST'], metadata: everybody },
    logInForm: { path: '/log-in', middleware: form, allowed_methods: ['GET'], metadata: everybody },
    logIn: { path: '/log-in', middleware: enter, allowed_methods: ['POST'], metadata: everybody },
    logOut: {
      path: '/log-out',
      middleware: leave,
      allowed_methods: ['POST'],
      metadata: { '@app/authorization': 'authenticated' },
    },
    account: { path: '/account', middleware: account, metadata: { '@app/authorization': 'authenticated' } },
    reports: { path: '/reports', middleware: reports, metadata: { '@app/authorization': { roles: ['auditor'] } } },
    notes: { path: '/notes/{owner}', middleware: notes, metadata: { '@app/authorization': { allow: isOwner } } },
  },
} satisfies Config
