import { HttpError, type RequestHandler, redirect, urlFor } from '@app/core'
import { SESSION } from '@app/session'
import { csrfField, markup, readForm } from '@app/view'
import * as z from 'zod'
import type { Accounts } from '../accounts/accounts.ts'
import { page } from '../site/pages.ts'

const NewRole = z.object({ role: z.enum(['member', 'admin']) })

export function showAccounts(accounts: Accounts): RequestHandler {
  return async (request) => {
    const token = await csrfField(request)
    const rows = accounts.all().map(({ id, name, email, role }) => {
      const other = role === 'admin' ? 'member' : 'admin'
      return markup`<li><strong>${name}</strong> <small>${email}, ${role}</small>
        <form method="post" action="${urlFor(request, 'admin.role', { id })}">${token}
        <button class="quiet" name="role" value="${other}">Make ${name} ${other === 'admin' ? 'an admin' : 'a member'}</button></form></li>`
    })
    const body = markup`<ul class="cards">${rows}</ul>`
    return page(request, { title: 'Accounts', body })
  }
}
showAccounts.inject = ['noticeboard/accounts'] as const

export function changeRole(accounts: Accounts): RequestHandler<{ readonly id: string }> {
  return async (request) => {
    const sent = await readForm(request, NewRole)
    if (!sent.isValid) throw new HttpError(400, 'The form names no role')
    const isDone = accounts.changeRole(Number(request.params.id), sent.value.role)
    request.attribute(SESSION).flash('notice', isDone ? 'The role is changed.' : 'Somebody has to be an admin.')
    return redirect(urlFor(request, 'admin.accounts'), 303)
  }
}
changeRole.inject = ['noticeboard/accounts'] as const
