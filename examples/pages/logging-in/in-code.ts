import { authentication, sessionAuthenticator } from '@app/authentication'
import { authorization, REQUIRES } from '@app/authorization'
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

inCode.get('/', home).with(REQUIRES, 'public')
inCode.get('/sign-up', form).with(REQUIRES, 'public')
inCode.post('/sign-up', signUp).with(REQUIRES, 'public')
inCode.get('/log-in', form).with(REQUIRES, 'public')
inCode.post('/log-in', enter).with(REQUIRES, 'public')
inCode.post('/log-out', leave).with(REQUIRES, 'authenticated')
inCode.get('/account', account).with(REQUIRES, 'authenticated')
inCode.get('/reports', reports).with(REQUIRES, { roles: ['auditor'] })
inCode.get('/notes/{owner}', notes).with(REQUIRES, { allow: ({ id }, { owner }) => id === owner })
