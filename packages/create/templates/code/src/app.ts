import { authentication } from '@app/authentication' // if log-in
import { authorization, REQUIRES } from '@app/authorization' // if log-in
import { Application, ErrorHandler } from '@app/core' // if pages
import { Application, redirect } from '@app/core' // if not pages
import { accessLog, requestId } from '@app/core/logging'
import { csrf } from '@app/csrf' // if pages
import { developmentErrorResponder } from '@app/development' // if pages
import { ENDPOINT } from '@app/endpoint/server' // if api and container
import { health } from '@app/health'
import { problemDetails } from '@app/problem-details' // if api
import { RATE_LIMIT, rateLimit } from '@app/rate-limit' // if log-in
import { FindMyWayRouter } from '@app/router-find-my-way'
import { securityHeaders } from '@app/security-headers'
import { session } from '@app/session' // if log-in
import { serveStatic } from '@app/static' // if pages
import { describeApi, showApi } from './api/documentation.ts' // if api
import { answerHello } from './api/hello.ts' // if api and not container
import { answerHello, hello as helloEndpoint } from './api/hello.ts' // if api and container
import { container } from './container.ts' // if container
// if log-in
import { accountPage } from './log-in/account-page.ts'
import { Accounts } from './log-in/accounts.ts' // if not container
import { openDatabase } from './log-in/database.ts' // if not container
import { knownDevice } from './log-in/device.ts'
import { forgotten, showForgotten } from './log-in/forgotten.ts'
import { byAccount } from './log-in/identity.ts' // if not container
import { guesses, links, mails, signUps } from './log-in/limits.ts'
import { enter, leave, leaveEverywhere, showLogIn } from './log-in/log-in.ts'
import { openMail } from './log-in/mail.ts' // if not container
import { setPassword, showNewPassword } from './log-in/new-password.ts'
import { mailLinks, passwordLinks } from './log-in/password-links.ts' // if not container
import { showSignUp, signUp } from './log-in/sign-up.ts'
// end
import { errorPage } from './pages/error-page.ts' // if pages
import { hello } from './pages/hello.ts' // if pages
import { home } from './pages/home.ts' // if pages

const greeting = process.env.GREETING ?? 'Hello' // if not container
// if log-in and not container
const accounts = new Accounts(openDatabase())
const newPasswords = passwordLinks(accounts)
const mailLink = mailLinks(accounts, newPasswords, openMail())
// end
const app = new Application({ router: new FindMyWayRouter() }) // if not container
const app = new Application({ container, router: new FindMyWayRouter() }) // if container

// Each middleware wraps everything below it.
app.pipe(requestId())
app.pipe(accessLog())
// If NODE_ENV is "development", the response to an error is a page with details. // if pages
const errors = new ErrorHandler({ respond: developmentErrorResponder(errorPage) }) // if log-in
app.pipe(errors) // if log-in
app.pipe(new ErrorHandler({ respond: developmentErrorResponder(errorPage) })) // if pages and not log-in
app.pipe(problemDetails({ development: process.env.NODE_ENV === 'development' })) // if not pages
app.pipe('/api', problemDetails({ development: process.env.NODE_ENV === 'development' })) // if api and pages
app.pipe(health())
app.pipe(securityHeaders())
app.pipe(rateLimit()) // if log-in
app.pipe(serveStatic(new URL('../public/', import.meta.url))) // if pages
app.pipe(session({ secret: process.env.APP_SECRET })) // if log-in
app.pipe(csrf({ secret: process.env.APP_SECRET })) // if log-in
app.pipe(csrf()) // if pages and not log-in
// if log-in
app.pipe(authentication({ authenticators: [byAccount(accounts)], loginPage: '/log-in' })) // if not container
app.pipe(authentication({ authenticators: [container.get('by-account')], loginPage: '/log-in' })) // if container
// The error handler is piped again, so that error pages show the logged-in user too.
app.pipe(errors)
// Guesses of a password from a browser that has logged in before are counted by themselves.
app.pipe(['/log-in', '/forgotten'], knownDevice(accounts)) // if not container
app.pipe(['/log-in', '/forgotten'], knownDevice) // if container
// end
// if log-in
// A route is closed to everybody until it declares a requirement.
app.pipe(authorization({ showMissing: true }))
// end
// if pages and not log-in

app.get('/', home, 'home')
app.get('/hello/{name}', hello(greeting), 'hello') // if not container
app.get('/hello/{name}', hello, 'hello') // if container
// end
// if log-in

app.get('/', home, 'home').set(REQUIRES, 'public')
app.get('/hello/{name}', hello(greeting), 'hello').set(REQUIRES, 'public') // if not container
app.get('/hello/{name}', hello, 'hello').set(REQUIRES, 'public') // if container
// end
// if api and not log-in

app.route(answerHello(greeting)) // if not container
app.get(helloEndpoint.path, answerHello, helloEndpoint.name).set(ENDPOINT, helloEndpoint) // if container
app.get('/api/openapi.json', describeApi(app), 'api.description')
app.get('/api/docs', showApi, 'api.docs')
app.get('/', () => redirect('/api/docs'), 'home') // if not pages
// end
// if api and log-in

app.route(answerHello(greeting)).set(REQUIRES, 'public') // if not container
// if container
const helloRoute = app.get(helloEndpoint.path, answerHello, helloEndpoint.name)
helloRoute.set(ENDPOINT, helloEndpoint).set(REQUIRES, 'public')
// end
app.get('/api/openapi.json', describeApi(app), 'api.description').set(REQUIRES, 'public')
app.get('/api/docs', showApi, 'api.docs').set(REQUIRES, 'public')
// end
// if log-in

app.get('/log-in', showLogIn, 'log-in.show').set(REQUIRES, 'public')
app.post('/log-in', enter(accounts), 'log-in').set(REQUIRES, 'public').set(RATE_LIMIT, guesses) // if not container
app.post('/log-in', enter, 'log-in').set(REQUIRES, 'public').set(RATE_LIMIT, guesses) // if container
app.post('/log-out', leave, 'log-out').set(REQUIRES, 'public')
app.get('/sign-up', showSignUp, 'sign-up.show').set(REQUIRES, 'public')
app.post('/sign-up', signUp(accounts), 'sign-up').set(REQUIRES, 'public').set(RATE_LIMIT, signUps) // if not container
app.post('/sign-up', signUp, 'sign-up').set(REQUIRES, 'public').set(RATE_LIMIT, signUps) // if container
app.get('/forgotten', showForgotten, 'forgotten.show').set(REQUIRES, 'public')
app.post('/forgotten', forgotten(mailLink), 'forgotten').set(REQUIRES, 'public').set(RATE_LIMIT, mails) // if not container
app.post('/forgotten', forgotten, 'forgotten').set(REQUIRES, 'public').set(RATE_LIMIT, mails) // if container
// if not container
const opened = app.get('/new-password', showNewPassword(newPasswords), 'new-password.show')
const used = app.post('/new-password', setPassword(accounts, newPasswords), 'new-password')
// end
// if container
const opened = app.get('/new-password', showNewPassword, 'new-password.show')
const used = app.post('/new-password', setPassword, 'new-password')
// end
for (const route of [opened, used]) route.set(REQUIRES, 'public').set(RATE_LIMIT, links)
app.get('/account', accountPage, 'account').set(REQUIRES, 'authenticated')
// if not container
app.post('/log-out-everywhere', leaveEverywhere(accounts), 'log-out-everywhere').set(REQUIRES, 'authenticated')
// end
// if container
app.post('/log-out-everywhere', leaveEverywhere, 'log-out-everywhere').set(REQUIRES, 'authenticated')
// end
// end

export default app
