import { logIn } from '@app/authentication'
import { type RequestHandler, redirect, type ServerRequest } from '@app/core'
import { SESSION } from '@app/session'
import { csrfField, type Form, field, markup, readForm } from '@app/view'
import * as z from 'zod'
import { EMPTY, page } from '../site/pages.ts'
import type { Accounts } from './accounts.ts'
import { accountOf, identityFor } from './identity.ts'
import { NewPassword } from './new-password.ts'

const Passwords = z.object({ old: z.string().max(200), password: NewPassword })

export const showPassword: RequestHandler = (request) => passwordPage(request, EMPTY)

export function changePassword(accounts: Accounts): RequestHandler {
  return async (request) => {
    const sent = await readForm(request, Passwords, { sensitive: ['old'] })
    if (!sent.isValid) return passwordPage(request, sent.form)
    const { id, email } = accountOf(request)
    if (!(await accounts.withPassword(email, sent.value.old))) {
      return passwordPage(request, sent.form.with({ old: 'That is not your password.' }))
    }
    const changed = await accounts.changePassword(id, sent.value.password)
    if (changed) logIn(request, identityFor(changed))
    request.attribute(SESSION).flash('notice', 'Your password is changed. Everywhere else you are logged out.')
    return redirect('/', 303)
  }
}
changePassword.inject = ['noticeboard/accounts'] as const

function passwordPage(request: ServerRequest, form: Form): Promise<Response> {
  const body = markup`<form method="post">${csrfField(request)}
    <input name="email" value="${accountOf(request).email}" autocomplete="username" hidden>
    ${field(form, { name: 'old', label: 'Your password of today', type: 'password', autocomplete: 'current-password' })}
    ${field(form, { name: 'password', label: 'A new one', type: 'password', autocomplete: 'new-password' })}
    <button>Change it</button></form>`
  return page(request, { title: 'Change your password', body, form })
}
