import { CONNECT, connect } from '@app/connect'
import { Application, ErrorHandler, HttpError, json, redirect, text } from '@app/core'
import { FindMyWayRouter } from '@app/router-find-my-way'
import bodyParser from 'body-parser'
import flash from 'connect-flash'
import cookieParser from 'cookie-parser'
import { doubleCsrf } from 'csrf-csrf'
import { expressjwt, UnauthorizedError } from 'express-jwt'
import session from 'express-session'
import jwt from 'jsonwebtoken'
import lusca from 'lusca'
import passport from 'passport'
import { Strategy } from 'passport-local'
import { cookiesOf, form, type Row } from './row.ts'

const sessions = () => session({ secret: 'a secret', resave: false, saveUninitialized: false })
const TOKEN: string = jwt.sign({ sub: 'ada' }, 'superSecret')
const newApp = () => new Application({ router: new FindMyWayRouter(), onError: () => undefined })

const sent = (authorization?: string): RequestInit => (authorization ? { headers: { authorization } } : {})

/** The tested packages whose middleware recognizes visitors, for example by a session. */
export const VISITORS: readonly Row[] = [
  {
    name: 'express-session',
    code: 'connect(session({ secret, resave: false, saveUninitialized: false }))',
    start: async () => {
      const app = newApp().pipe(connect(sessions()))
      app.get('/', (request) => {
        const { session } = request.attribute(CONNECT).req
        session.views = (session.views ?? 0) + 1
        return text(String(session.views))
      })
      app.get('/fails', (request) => {
        request.attribute(CONNECT).req.session.views = 70
        throw new HttpError(409)
      })
      return { app }
    },
    seen: async (ask) => {
      const first = await ask('/')
      const again = { headers: { cookie: cookiesOf(first) } }
      const second = await ask('/', again)
      const views = [await first.text(), await second.text(), (await ask('/fails', again)).status]
      return [...views, await (await ask('/', again)).text()]
    },
    expected: ['1', '2', 409, '71'],
  },
  {
    name: 'express-jwt',
    code: "connect(expressjwt({ secret, algorithms: ['HS256'] }))",
    start: async () => {
      const respond = (error: unknown) =>
        text((error as Error).name, { status: error instanceof UnauthorizedError ? 401 : 500 })
      const app = newApp().pipe(new ErrorHandler({ listeners: [], respond }))
      app.pipe(connect(expressjwt({ secret: 'superSecret', algorithms: ['HS256'] })))
      app.pipe((request) => {
        const { auth } = request.attribute(CONNECT).req as unknown as { auth: { sub: string } }
        return text(auth.sub)
      })
      return { app }
    },
    seen: async (ask) => {
      const answers = await Promise.all(
        [sent(), sent('Bearer x'), sent(`Bearer ${TOKEN}`)].map((init) => ask('/', init)),
      )
      return Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
    },
    expected: [
      [401, 'UnauthorizedError'],
      [401, 'UnauthorizedError'],
      [200, 'ada'],
    ],
  },
  {
    name: 'connect-flash',
    code: 'connect(session({ … }), flash())',
    start: async () => {
      const app = newApp().pipe(connect(sessions(), flash()))
      const flashOf = (request: Parameters<typeof app.handle>[0]) =>
        request.attribute(CONNECT).req as unknown as { flash(kind: string, message?: string): unknown }
      app.get('/save', (request) => {
        flashOf(request).flash('notice', 'Saved.')
        return redirect('/')
      })
      app.get('/', (request) => json(flashOf(request).flash('notice') as object))
      return { app }
    },
    seen: async (ask) => {
      const saved = await ask('/save')
      const again = { headers: { cookie: cookiesOf(saved) } }
      return [saved.status, await (await ask('/', again)).json(), await (await ask('/', again)).json()]
    },
    expected: [302, ['Saved.'], []],
  },
  {
    name: 'passport',
    code: 'connect(session({ … }), passport.session())',
    start: async () => {
      const logIn = new passport.Passport()
      type Done = (error: null, user: object | false) => void
      logIn.use(
        new Strategy((name: string, password: string, done: Done) => done(null, password === 'tea' && { name })),
      )
      logIn.serializeUser((user: { name: string }, done: (error: null, name: string) => void) => done(null, user.name))
      logIn.deserializeUser((name: string, done: Done) => done(null, { name }))
      const app = newApp().pipe(connect(sessions(), logIn.initialize(), logIn.session()))
      const local = logIn.authenticate('local', { successRedirect: '/', failureRedirect: '/refused' })
      app.post('/log-in', connect(bodyParser.urlencoded({ extended: false }), local))
      app.get('/', (request) => json((request.attribute(CONNECT).req as { user?: object }).user ?? null))
      return { app }
    },
    seen: async (ask) => {
      const logIn = (password: string) => ask('/log-in', form({ username: 'Ada', password }))
      const [refused, welcome] = [await logIn('coffee'), await logIn('tea')]
      const known = await ask('/', { headers: { cookie: cookiesOf(welcome) } })
      const places = [refused, welcome].map(({ status, headers }) => [status, headers.get('location')])
      return [...places, await known.json(), await (await ask('/')).json()]
    },
    expected: [[302, '/refused'], [302, '/'], { name: 'Ada' }, null],
  },
  {
    name: 'csrf-csrf',
    code: 'connect(cookieParser(), doubleCsrfProtection)',
    start: async () => {
      const { doubleCsrfProtection, generateCsrfToken } = doubleCsrf({
        getSecret: () => 'a secret',
        getSessionIdentifier: () => 'visitor',
      })
      const app = newApp().pipe(connect(cookieParser(), doubleCsrfProtection))
      app.get('/', (request) => {
        const { req, res } = request.attribute(CONNECT)
        return text(generateCsrfToken(req as never, res as never))
      })
      app.post('/', () => text('written'))
      return { app }
    },
    seen: async (ask) => {
      const page = await ask('/')
      const cookie = cookiesOf(page)
      const token = await page.text()
      const [bad, good] = [
        await ask('/', form({}, { cookie })),
        await ask('/', form({}, { cookie, 'x-csrf-token': token })),
      ]
      return [bad.status, good.status, await good.text()]
    },
    expected: [403, 200, 'written'],
  },
  {
    name: 'lusca',
    code: 'connect(session({ … }), bodyParser.urlencoded(), lusca({ csrf: true }))',
    start: async () => {
      const own = lusca({ csrf: true, xframe: 'SAMEORIGIN', nosniff: true })
      const app = newApp().pipe(connect(sessions(), bodyParser.urlencoded({ extended: false }), own))
      app.get('/', (request) => text((request.attribute(CONNECT).res as unknown as WithLocals).locals._csrf))
      app.post('/', () => text('written'))
      return { app }
    },
    seen: async (ask) => {
      const page = await ask('/')
      const cookie = cookiesOf(page)
      const _csrf = await page.text()
      const [bad, good] = [await ask('/', form({}, { cookie })), await ask('/', form({ _csrf }, { cookie }))]
      return [page.headers.get('x-frame-options'), bad.status, good.status]
    },
    expected: ['SAMEORIGIN', 403, 200],
  },
]

interface WithLocals {
  readonly locals: { readonly _csrf: string }
}
