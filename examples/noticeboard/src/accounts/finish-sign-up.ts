import { logIn } from '@app/authentication'
import { notFoundHandler, type RequestHandler, redirect, type ServerRequest } from '@app/core'
import { csrfField, type Form, field, markup, readForm } from '@app/view'
import * as z from 'zod'
import type { Links } from '../mail/links.ts'
import { EMPTY, page } from '../site/pages.ts'
import type { Accounts } from './accounts.ts'
import { identityFor } from './identity.ts'
import { NewPassword } from './new-password.ts'

/** The path to which the link in the mail of a sign-up leads. */
export const FINISH = '/sign-up/finish'

const NewAccount = z.object({
  name: z.string().trim().min(1, 'How shall others call you?').max(80, 'That is too long: 80 characters at most.'),
  password: NewPassword,
})

export function showFinishSignUp(links: Links): RequestHandler {
  return (request) => {
    const link = links.find(FINISH, tokenOf(request))
    return link ? finishPage(request, link.email, EMPTY) : notFoundHandler(request)
  }
}
showFinishSignUp.inject = ['noticeboard/links'] as const

/** Makes the account of a visitor who has proven, by the mailed link, to read the mail of the address. */
export function finishSignUp(links: Links, accounts: Accounts): RequestHandler {
  return async (request) => {
    const link = links.find(FINISH, tokenOf(request))
    if (!link) return notFoundHandler(request)
    const sent = await readForm(request, NewAccount)
    if (!sent.isValid) return finishPage(request, link.email, sent.form)
    const account = await accounts.signUp(link.email, sent.value.name, sent.value.password)
    links.use(FINISH, tokenOf(request))
    if (!account) {
      const form = sent.form.with({ name: 'There is an account of this address already. Log in?' })
      return finishPage(request, link.email, form)
    }
    logIn(request, identityFor(account))
    return redirect('/', 303)
  }
}
finishSignUp.inject = ['noticeboard/links', 'noticeboard/accounts'] as const

/** Reads the token of a mailed link from the query. */
export function tokenOf(request: ServerRequest): string {
  return request.query.get('token') ?? ''
}

function finishPage(request: ServerRequest, email: string, form: Form): Promise<Response> {
  const body = markup`<form method="post">${csrfField(request)}
    <input name="email" value="${email}" autocomplete="username" hidden>
    ${field(form, { name: 'name', label: 'Your name', autocomplete: 'name' })}
    ${field(form, { name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password' })}
    <button>Make the account</button></form>`
  return page(request, { title: 'Your account', body, form })
}
