import { type Config, Priority } from '@app/core'
import type { Limit } from '@app/rate-limit'
import { accountOf } from '../accounts/identity.ts'
import { enterTeam } from './enter-team.ts'
import { acceptInvitation, INVITATIONS, showInvitation } from './invitations.ts'
import { invite, removeMember, showMembers } from './members.ts'
import { foundTeam, showTeams } from './show-teams.ts'
import { Teams } from './teams.ts'

const MIGRATIONS = [
  'CREATE TABLE teams (id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL) STRICT',
  `CREATE TABLE members (
    team INTEGER NOT NULL REFERENCES teams (id) ON DELETE CASCADE,
    account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    role TEXT NOT NULL CHECK (role IN ('member', 'owner')),
    PRIMARY KEY (team, account)
  ) STRICT`,
]

/** Invitations are counted by account: a user has one address for mail, and may have many addresses of the network. */
const INVITED: Limit = { limit: 20, window: 3_600, key: (request) => String(accountOf(request).id) }

export const configProvider = () =>
  ({
    database: { migrations: { teams: MIGRATIONS } },
    dependencies: { factories: { 'noticeboard/teams': Teams, 'noticeboard/enter-team': enterTeam } },
    middleware_pipeline: { 'enter-team': { middleware: 'noticeboard/enter-team', priority: Priority.AFTER_ROUTING } },
    policies: { team: { routes: ['/teams', '/api/teams'], pass: 'enter-team' } },
    routes: {
      'team.list': { path: '/', middleware: showTeams, allowed_methods: ['GET'] },
      'team.found': { path: '/teams', middleware: foundTeam, allowed_methods: ['POST'] },
      'team.show': { path: '/teams/{team}', middleware: showMembers, allowed_methods: ['GET'] },
      'team.members': { path: '/teams/{team}/members', middleware: showMembers, allowed_methods: ['GET'] },
      'team.invite': {
        path: '/teams/{team}/members',
        middleware: invite,
        allowed_methods: ['POST'],
        metadata: { '@app/rate-limit': INVITED },
      },
      'team.remove-member': {
        path: '/teams/{team}/members/{id:\\d+}/remove',
        middleware: removeMember,
        allowed_methods: ['POST'],
      },
      'invitation.show': { path: INVITATIONS, middleware: showInvitation, allowed_methods: ['GET'] },
      'invitation.accept': { path: INVITATIONS, middleware: acceptInvitation, allowed_methods: ['POST'] },
    },
  }) satisfies Config
