import { attributeKey, type Middleware, notFoundHandler, ROUTE_RESULT } from '@app/core'
import { accountOf } from '../accounts/identity.ts'
import type { Team, TeamRole, Teams } from './teams.ts'

/** The team of the path, and the role of the visitor in it. */
export const TEAM = attributeKey<Team & { readonly role: TeamRole }>('team')

/** If a route has a team in its path, admits members only; everybody else gets a 404. */
export function enterTeam(teams: Teams): Middleware {
  return (request, handler) => {
    const result = request.attribute(ROUTE_RESULT)
    const slug = result?.matched ? result.params.team : undefined
    if (slug === undefined) return handler(request)
    const team = teams.seenBy(accountOf(request).id, slug)
    return team ? handler(request.withAttribute(TEAM, team)) : notFoundHandler(request)
  }
}
enterTeam.inject = ['noticeboard/teams'] as const
