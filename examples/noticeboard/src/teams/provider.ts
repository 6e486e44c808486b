import { Priority } from '@app/core'
import type { DatabaseConfig } from '../database/provider.ts'
import { enterTeam } from './enter-team.ts'
import { addMember, showMembers } from './members.ts'
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

export const configProvider = () =>
  ({
    database: { migrations: { teams: MIGRATIONS } },
    dependencies: {
      factories: {
        'noticeboard/teams': Teams,
        'noticeboard/enter-team': enterTeam,
        'team.list': showTeams,
        'team.found': foundTeam,
        'team.members': showMembers,
        'team.add-member': addMember,
      },
    },
    middleware_pipeline: { 'enter-team': { middleware: 'noticeboard/enter-team', priority: Priority.AFTER_ROUTING } },
    routes: {
      'team.list': { path: '/', middleware: 'team.list', allowed_methods: ['GET'] },
      'team.found': { path: '/teams', middleware: 'team.found', allowed_methods: ['POST'] },
      'team.show': { path: '/teams/{team}', middleware: 'team.members', allowed_methods: ['GET'] },
      'team.members': { path: '/teams/{team}/members', middleware: 'team.members', allowed_methods: ['GET'] },
      'team.add-member': { path: '/teams/{team}/members', middleware: 'team.add-member', allowed_methods: ['POST'] },
    },
  }) satisfies DatabaseConfig
