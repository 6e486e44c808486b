import { type RequestHandler, redirect, refuse, type ServerRequest, urlFor } from '@app/core'
import { SESSION } from '@app/session'
import { csrfField, type Form, field, markup, readForm } from '@app/view'
import * as z from 'zod'
import { Email } from '../accounts/email.ts'
import type { Links } from '../mail/links.ts'
import { EMPTY, page } from '../site/pages.ts'
import { TEAM } from './enter-team.ts'
import { INVITATIONS } from './invitations.ts'
import type { Teams } from './teams.ts'

const Invitation = z.object({ email: Email })
/**
 * The text has no name that a user has typed: a user could otherwise write to anybody in our name. Its lines are short,
 * as is usual in mail.
 */
const TEXT = `You are invited to a team on Noticeboard.
Log in with this address, or sign up. Then this link says which team it is:`

export function showMembers(teams: Teams): RequestHandler {
  return (request) => membersPage(request, teams, EMPTY)
}
showMembers.inject = ['noticeboard/teams'] as const

/** Mails an invitation, and returns the same response whether the address has an account or not. */
export function invite(teams: Teams, links: Links): RequestHandler {
  return async (request) => {
    const { id: about, slug: team, role } = request.attribute(TEAM)
    if (role !== 'owner') return refuse(request, 403)
    const sent = await readForm(request, Invitation)
    if (!sent.isValid) return membersPage(request, teams, sent.form)
    const { email } = sent.value
    if (!(await links.send({ path: INVITATIONS, email, about }, 'An invitation', TEXT)))
      return membersPage(
        request,
        teams,
        sent.form.with({ email: 'This team has written there too often. Wait an hour.' }),
      )
    request.attribute(SESSION).flash('notice', `We have written to ${email}.`)
    return redirect(urlFor(request, 'team.members', { team }), 303)
  }
}
invite.inject = ['noticeboard/teams', 'noticeboard/links'] as const

/** Removes a member from the team, and the open invitations of that member. */
export function removeMember(teams: Teams, links: Links): RequestHandler {
  return (request) => {
    const { id: about, slug: team, role } = request.attribute(TEAM)
    if (role !== 'owner') return refuse(request, 403)
    const removed = teams.remove(about, Number(request.params.id))
    if (removed) {
      links.revoke({ path: INVITATIONS, email: removed.email, about })
      request.attribute(SESSION).flash('notice', `${removed.name} is out of the team.`)
    }
    return redirect(urlFor(request, 'team.members', { team }), 303)
  }
}
removeMember.inject = ['noticeboard/teams', 'noticeboard/links'] as const

async function membersPage(request: ServerRequest, teams: Teams, form: Form): Promise<Response> {
  const { id, name, slug: team, role } = request.attribute(TEAM)
  const isOwner = role === 'owner'
  const token = await csrfField(request)
  const rows = teams.members(id).map((member) => {
    const remove =
      () => markup`<form method="post" action="${urlFor(request, 'team.remove-member', { team, id: member.id })}">
      ${token}<button class="quiet">Remove ${member.name}</button></form>`
    return markup`<li>${member.name} ${member.role === 'owner' ? '(owner)' : isOwner && remove()}</li>`
  })
  const invite =
    isOwner &&
    markup`<h2>Invite somebody</h2>
    <form method="post" action="${urlFor(request, 'team.members', { team })}">${token}
    ${field(form, { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'off' })}
    <button>Invite</button></form>`
  const body = markup`<p><a href="${urlFor(request, 'team.show', { team })}">To the board</a></p><ul class="cards">${rows}</ul>${invite}`
  return page(request, { title: `Members of ${name}`, body, form })
}
