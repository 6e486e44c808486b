import { authentication, identityOf, returnPath, sessionAuthenticator } from '@app/authentication'
import { secondFactor } from '@app/authentication/second-factor'
import { authorization, REQUIRES } from '@app/authorization'
import { Application, html, redirect, type ServerRequest, text } from '@app/core'
import { csrf } from '@app/csrf'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { session } from '@app/session'
import { account, form } from '../logging-in/pages.ts'
import { factors, findUser } from './users.ts'

const factor = secondFactor({ issuer: 'Notes', secret: process.env.APP_SECRET, store: factors })

async function enter(request: ServerRequest): Promise<Response> {
  const sent = await request.formData()
  const user = await findUser(String(sent.get('name')), String(sent.get('password')))
  if (!user) return text('Wrong name or password.', { status: 422 })
  return factor.enter(request, user, returnPath(request, '/account'))
}

async function enterCode(request: ServerRequest): Promise<Response> {
  if (!factor.halfOf(request)) return redirect('/log-in', 303) // the password was too long ago
  const user = await factor.finish(request, await codeIn(request))
  return user ? redirect(returnPath(request, '/account'), 303) : codeForm(422)
}

async function showFactor(request: ServerRequest): Promise<Response> {
  const { uri } = await factor.begin(request, identityOf(request).name)
  return text(uri) // a page shows it as a QR code, with a form for the first code
}

async function addFactor(request: ServerRequest): Promise<Response> {
  const added = await factor.add(request, await codeIn(request))
  return added ? text(`Keep these on paper: ${added.recoveryCodes.join(' ')}`) : codeForm(422)
}

async function removeFactor(request: ServerRequest): Promise<Response> {
  const { id } = identityOf(request)
  if (!(await factor.check(id, await codeIn(request)))) return codeForm(422)
  await factor.remove(id)
  return redirect('/account', 303)
}

const codeIn = async (request: ServerRequest) => String((await request.formData()).get('code') ?? '')

const codeForm = (status = 200) =>
  html('<form method="post"><input name="code" autocomplete="one-time-code"><button>', { status })

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(session({ secret: process.env.APP_SECRET }))
app.pipe(csrf())
app.pipe(authentication({ authenticators: [sessionAuthenticator()], loginPage: '/log-in' }))
app.pipe(authorization())

app.get('/log-in', form).set(REQUIRES, 'public')
app.post('/log-in', enter).set(REQUIRES, 'public')
app.get('/log-in/code', () => codeForm()).set(REQUIRES, 'public')
app.post('/log-in/code', enterCode).set(REQUIRES, 'public')
app.get('/account', account).set(REQUIRES, 'authenticated')
app.get('/account/factor', showFactor).set(REQUIRES, 'authenticated')
app.post('/account/factor', addFactor).set(REQUIRES, 'authenticated')
app.post('/account/factor/remove', removeFactor).set(REQUIRES, 'authenticated')

export default app
