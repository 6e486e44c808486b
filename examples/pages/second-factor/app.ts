import { authentication, sessionAuthenticator } from '@app/authentication'
import { authorization, REQUIRES } from '@app/authorization'
import { Application } from '@app/core'
import { csrf } from '@app/csrf'
import { RATE_LIMIT, rateLimit } from '@app/rate-limit'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { session } from '@app/session'
import { account, form, signUp } from '../logging-in/pages.ts'
import { codeForm, confirmFactor, enter, enterCode, guesses, showFactor } from './log-in.ts'

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(session())
app.pipe(csrf())
app.pipe(authentication({ authenticators: [sessionAuthenticator()], loginPage: '/log-in' }))
app.pipe(authorization())
app.pipe(rateLimit({ key: () => undefined }))

app.post('/sign-up', signUp).set(REQUIRES, 'public')
app.get('/log-in', form).set(REQUIRES, 'public')
app.post('/log-in', enter).set(REQUIRES, 'public')
app.get('/log-in/code', codeForm).set(REQUIRES, 'public')
app.post('/log-in/code', enterCode).set(REQUIRES, 'public').set(RATE_LIMIT, guesses)
app.get('/account', account).set(REQUIRES, 'authenticated')
app.get('/account/factor', showFactor).set(REQUIRES, 'authenticated')
app.post('/account/factor', confirmFactor).set(REQUIRES, 'authenticated')

export default app
