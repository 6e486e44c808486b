import { logIn } from '@app/authentication'
import { type RequestHandler, redirect, type ServerRequest } from '@app/core'
import { csrfField, type Form, markup, readForm } from '@app/view'
import * as z from 'zod'
import type { Mailer } from '../mail/mailer.ts'
import { EMPTY, field } from '../site/field.ts'
import { page } from '../site/pages.ts'
import type { Accounts } from './accounts.ts'
import { identityFor } from './identity.ts'
import { NewPassword } from './passwords.ts'

const SignUp = z.object({
  email: z.email('This is no address for mail.').max(254),
  name: z.string().trim().min(1, 'How shall others call you?').max(80, 'That is too long: 80 characters at most.'),
  password: NewPassword,
})

export const showSignUp = (): RequestHandler => (request) => signUpPage(request, EMPTY)

export function signUp(accounts: Accounts, mailer: Mailer): RequestHandler {
  return async (request) => {
    const sent = await readForm(request, SignUp)
    if (!sent.isValid) return signUpPage(request, sent.form)
    const { email, name, password } = sent.value
    const account = await accounts.signUp(email, name, password)
    if (!account) return signUpPage(request, sent.form.with({ email: 'There is an account of this address. Log in?' }))
    await mailer.send({
      to: email,
      subject: 'Welcome to Noticeboard',
      text: `Hello ${name},\n\nyour account is ready.\n`,
    })
    logIn(request, identityFor(account))
    return redirect('/', 303)
  }
}
signUp.inject = ['noticeboard/accounts', 'noticeboard/mailer'] as const

function signUpPage(request: ServerRequest, form: Form): Promise<Response> {
  const body = markup`<form method="post">${csrfField(request)}
    ${field(form, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' })}
    ${field(form, { name: 'name', label: 'Your name', autocomplete: 'name' })}
    ${field(form, { name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password' })}
    <button>Sign up</button></form>`
  return page(request, { title: 'Sign up', body, form })
}
