import { type RequestHandler, redirect, type ServerRequest } from '@app/core'
import { SESSION } from '@app/session'
import * as z from 'zod'
import { EMPTY, type Form, field, readForm, withProblem } from '../site/forms.ts'
import { markup } from '../site/markup.ts'
import { csrfField, page } from '../site/pages.ts'
import type { Accounts } from './accounts.ts'
import { remember } from './identity.ts'

const LogIn = z.object({ email: z.string().max(254), password: z.string().max(200), next: z.string().optional() })

export const showLogIn = (): RequestHandler => (request) =>
  logInPage(request, { ...EMPTY, values: { next: request.query.get('next') ?? '/' } })

export function logIn(accounts: Accounts): RequestHandler {
  return async (request) => {
    const form = await readForm(request, LogIn)
    const { email = '', password = '', next } = form.data ?? {}
    const account = await accounts.withPassword(email, password)
    if (!account) return logInPage(request, withProblem(form, 'email', 'The address or the password is wrong.'), 422)
    remember(request, account)
    return redirect(pathOf(next), 303)
  }
}
logIn.inject = ['noticeboard/accounts'] as const

export const logOut = (): RequestHandler => (request) => {
  request.attribute(SESSION).destroy()
  return redirect('/log-in', 303)
}

/** Where to go on: a path of this site, since anybody can write the link to this page. */
function pathOf(next = '/'): string {
  const { origin, pathname } = URL.parse(next, 'http://here.invalid') ?? { origin: '', pathname: '/' }
  return origin === 'http://here.invalid' && !pathname.startsWith('//') ? pathname : '/'
}

async function logInPage(request: ServerRequest, form: Form, status = 200): Promise<Response> {
  const body = markup`<form method="post" action="/log-in">${await csrfField(request)}
    <input type="hidden" name="next" value="${form.values.next}">
    ${field(form, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' })}
    ${field(form, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
    <button>Log in</button></form>
    <p>No account yet? <a href="/sign-up">Sign up</a>.</p>`
  return page(request, { title: 'Log in', body, status })
}
