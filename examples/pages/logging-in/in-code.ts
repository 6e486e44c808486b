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

inCode.get('/', home).set(REQUIRES, 'public')
inCode.get('/sign-up', form).set(REQUIRES, 'public')
inCode.post('/sign-up', signUp).set(REQUIRES, 'public')
inCode.get('/log-in', form).set(REQUIRES, 'public')
inCode.post('/log-in', enter).set(REQUIRES, 'public')
inCode.post('/log-out', leave).set(REQUIRES, 'authenticated')
inCode.get('/account', account).set(REQUIRES, 'authenticated')
inCode.get('/reports', reports).set(REQUIRES, { roles: ['auditor'] })
inCode.get('/notes/{owner}', notes).set(REQUIRES, { allow: ({ id }, { owner }) => id === owner })
