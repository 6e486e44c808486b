import { notFoundHandler, type RequestHandler, redirect, type ServerRequest, urlFor } from '@app/core'
import { csrfField, markup } from '@app/view'
import { tokenOf } from '../accounts/finish-sign-up.ts'
import { accountOf } from '../accounts/identity.ts'
import type { Links } from '../mail/links.ts'
import { page } from '../site/pages.ts'
import type { Team, Teams } from './teams.ts'

/** The path to which the link in the mail of an invitation leads. */
export const INVITATIONS = '/invitations'

export function showInvitation(teams: Teams, links: Links): RequestHandler {
  return (request) => {
    const team = invitedTo(request, teams, links)
    if (!team) return notFoundHandler(request)
    const body = markup`<form method="post">${csrfField(request)}<button>Join it</button></form>`
    return page(request, { title: `The team ${team.name} invites you`, body })
  }
}
showInvitation.inject = ['noticeboard/teams', 'noticeboard/links'] as const

export function acceptInvitation(teams: Teams, links: Links): RequestHandler {
  return (request) => {
    const team = invitedTo(request, teams, links)
    if (!team || !links.use(INVITATIONS, tokenOf(request))) return notFoundHandler(request)
    teams.join(team.id, accountOf(request).id)
    return redirect(urlFor(request, 'team.show', { team: team.slug }), 303)
  }
}
acceptInvitation.inject = ['noticeboard/teams', 'noticeboard/links'] as const

/** Returns the team of an invitation if it was sent to the address of this user: a forwarded link opens nothing. */
function invitedTo(request: ServerRequest, teams: Teams, links: Links): Team | undefined {
  const link = links.find(INVITATIONS, tokenOf(request))
  if (!link || link.email !== accountOf(request).email) return undefined
  return teams.find(link.about)
}
