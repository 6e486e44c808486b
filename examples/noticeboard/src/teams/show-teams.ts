import { type RequestHandler, redirect, type ServerRequest, urlFor } from '@app/core'
import { csrfField, type Form, field, markup, readForm } from '@app/view'
import * as z from 'zod'
import { accountOf } from '../accounts/identity.ts'
import { EMPTY, page } from '../site/pages.ts'
import { slugOf, type Teams } from './teams.ts'

const NewTeam = z.object({
  name: z
    .string()
    .trim()
    // A longer name ends the checks: the one below takes long for a name of a million characters.
    .max(80, { error: 'That is too long: 80 characters at most.', abort: true })
    .refine((name) => slugOf(name) !== '', 'A name has a letter or a digit.'),
})

export function showTeams(teams: Teams): RequestHandler {
  return (request) => teamsPage(request, teams, EMPTY)
}
showTeams.inject = ['noticeboard/teams'] as const

export function foundTeam(teams: Teams): RequestHandler {
  return async (request) => {
    const sent = await readForm(request, NewTeam)
    if (!sent.isValid) return teamsPage(request, teams, sent.form)
    const team = teams.found(sent.value.name, accountOf(request).id)
    return redirect(urlFor(request, 'team.show', { team: team.slug }), 303)
  }
}
foundTeam.inject = ['noticeboard/teams'] as const

function teamsPage(request: ServerRequest, teams: Teams, form: Form): Promise<Response> {
  const mine = teams.of(accountOf(request).id)
  const list = mine.map(
    ({ slug, name }) => markup`<li><a href="${urlFor(request, 'team.show', { team: slug })}">${name}</a></li>`,
  )
  const body = markup`${mine.length > 0 ? markup`<ul class="cards">${list}</ul>` : markup`<p>You are in no team yet.</p>`}
    <h2>Found a team</h2>
    <form method="post" action="${urlFor(request, 'team.found')}">${csrfField(request)}
    ${field(form, { name: 'name', label: 'Its name', autocomplete: 'off' })}
    <button>Found it</button></form>`
  return page(request, { title: 'Your teams', body, form })
}
