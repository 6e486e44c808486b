import { type RequestHandler, redirect, type ServerRequest } from '@app/core'
import { SESSION } from '@app/session'
import { csrfField, type Form, field, markup, readForm } from '@app/view'
import * as z from 'zod'
import type { Links } from '../mail/links.ts'
import { EMPTY, page } from '../site/pages.ts'
import { Email } from './email.ts'
import { FINISH } from './finish-sign-up.ts'

const SignUp = z.object({ email: Email })

export const showSignUp: RequestHandler = (request) => signUpPage(request, EMPTY)

/** Mails a link, and returns the same response whether the address has an account or not. */
export function signUp(links: Links): RequestHandler {
  return async (request) => {
    const sent = await readForm(request, SignUp)
    if (!sent.isValid) return signUpPage(request, sent.form)
    const { email } = sent.value
    await links.send({ path: FINISH, email, about: null }, 'Welcome to Noticeboard', 'This link makes your account:')
    request.attribute(SESSION).flash('notice', `We have written to ${email}. The link in our mail leads on.`)
    return redirect('/sign-up', 303)
  }
}
signUp.inject = ['noticeboard/links'] as const

function signUpPage(request: ServerRequest, form: Form): Promise<Response> {
  const body = markup`<form method="post">${csrfField(request)}
    ${field(form, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' })}
    <button>Sign up</button></form>`
  return page(request, { title: 'Sign up', body, form })
}
