import { logIn as enter, logOut as leave, returnPath } from '@app/authentication'
import { type RequestHandler, redirect, type ServerRequest } from '@app/core'
import { csrfField, type Form, field, markup, readForm } from '@app/view'
import * as z from 'zod'
import { EMPTY, page } from '../site/pages.ts'
import type { Accounts } from './accounts.ts'
import { Email } from './email.ts'
import { identityFor } from './identity.ts'

const LogIn = z.object({ email: Email, password: z.string().max(200) })

export const showLogIn: RequestHandler = (request) => logInPage(request, EMPTY)

export function logIn(accounts: Accounts): RequestHandler {
  return async (request) => {
    const { form, ...sent } = await readForm(request, LogIn)
    const { email, password } = sent.isValid ? sent.value : { email: '', password: '' }
    const account = await accounts.withPassword(email, password)
    if (!account) return logInPage(request, form.with({ email: 'The address or the password is wrong.' }))
    enter(request, identityFor(account))
    return redirect(returnPath(request), 303)
  }
}
logIn.inject = ['noticeboard/accounts'] as const

export const logOut: RequestHandler = (request) => {
  leave(request)
  return redirect('/log-in', 303)
}

function logInPage(request: ServerRequest, form: Form): Promise<Response> {
  const body = markup`<form method="post">${csrfField(request)}
    ${field(form, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' })}
    ${field(form, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
    <button>Log in</button></form>
    <p>No account yet? <a href="/sign-up">Sign up</a>.</p>`
  return page(request, { title: 'Log in', body, form })
}
