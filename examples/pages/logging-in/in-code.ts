import { authentication, sessionAuthenticator } from '@app/authentication'
import { authorization, Requires } from '@app/authorization'
import { Application } from '@app/core'
import { csrf } from '@app/csrf'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { session } from '@app/session'
import { account, enter, form, home, leave, notes, reports, signUp } from './pages.ts'
import { knownUser } from './users.ts'

export const inCode = new Application({ router: new FindMyWayRouter() })

const bySession = sessionAuthenticator({ identify: ({ id }) => knownUser(id) })

inCode.pipe(session())
inCode.pipe(csrf())
inCode.pipe(authentication({ authenticators: [bySession], loginPage: '/log-in' }))
inCode.pipe(authorization())

inCode.get('/', home).with(Requires, 'public')
inCode.get('/sign-up', form).with(Requires, 'public')
inCode.post('/sign-up', signUp).with(Requires, 'public')
inCode.get('/log-in', form).with(Requires, 'public')
inCode.post('/log-in', enter).with(Requires, 'public')
inCode.post('/log-out', leave).with(Requires, 'authenticated')
inCode.get('/account', account).with(Requires, 'authenticated')
inCode.get('/reports', reports).with(Requires, { roles: ['auditor'] })
inCode.get('/notes/{owner}', notes).with(Requires, { allow: ({ id }, { owner }) => id === owner })
