import { type RequestHandler, redirect, refuse, type ServerRequest, urlFor } from '@app/core'
import { SESSION } from '@app/session'
import { csrfField, type Form, markup, readForm } from '@app/view'
import * as z from 'zod'
import type { Accounts } from '../accounts/accounts.ts'
import type { Mailer } from '../mail/mailer.ts'
import { EMPTY, field } from '../site/field.ts'
import { page } from '../site/pages.ts'
import { TEAM } from './enter-team.ts'
import type { Teams } from './teams.ts'

const NewMember = z.object({ email: z.email('This is no address for mail.') })

export function showMembers(teams: Teams): RequestHandler {
  return (request) => membersPage(request, teams, EMPTY)
}
showMembers.inject = ['noticeboard/teams'] as const

export function addMember(teams: Teams, accounts: Accounts, mailer: Mailer): RequestHandler {
  return async (request) => {
    const team = request.attribute(TEAM)
    if (team.role !== 'owner') return refuse(request, 403)
    const sent = await readForm(request, NewMember)
    if (!sent.isValid) return membersPage(request, teams, sent.form)
    const refused = (email: string) => membersPage(request, teams, sent.form.with({ email }))
    const account = accounts.findByEmail(sent.value.email)
    if (!account) return refused('Nobody has an account of this address.')
    if (!teams.join(team.id, account.id)) return refused('Is in the team already.')
    const text = `Hello ${account.name},\n\nyou are in the team ${team.name} now.\n`
    await mailer.send({ to: account.email, subject: `You are in ${team.name}`, text })
    request.attribute(SESSION).flash('notice', `${account.name} is in the team.`)
    return redirect(urlFor(request, 'team.members', { team: team.slug }), 303)
  }
}
addMember.inject = ['noticeboard/teams', 'noticeboard/accounts', 'noticeboard/mailer'] as const

function membersPage(request: ServerRequest, teams: Teams, form: Form): Promise<Response> {
  const { id, name, slug, role } = request.attribute(TEAM)
  const rows = teams
    .members(id)
    .map((member) => markup`<li>${member.name} ${member.role === 'owner' && '(owner)'}</li>`)
  const add =
    role === 'owner' &&
    markup`<h2>Add somebody</h2>
    <form method="post">${csrfField(request)}
    ${field(form, { name: 'email', label: 'E-mail of an account', type: 'email' })}
    <button>Add</button></form>`
  const body = markup`<p><a href="${urlFor(request, 'team.show', { team: slug })}">To the board</a></p><ul class="cards">${rows}</ul>${add}`
  return page(request, { title: `Members of ${name}`, body, form })
}
