import type { RequestHandler } from '@app/core'
import { costLimitPlugin } from '@escape.tech/graphql-armor-cost-limit'
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { createSchema, createYoga } from 'graphql-yoga'
import type { Account } from '../accounts/accounts.ts'
import { accountOf } from '../accounts/identity.ts'
import type { Notices } from '../notices/notices.ts'
import type { Team, Teams } from '../teams/teams.ts'

const TYPES = /* GraphQL */ `
  type Query { teams: [Team!]! }
  type Team { name: String! notices(search: String = ""): [Notice!]! }
  type Notice { id: ID! title: String! text: String! by: String! }
`

/**
 * Serves GraphQL by Yoga, a handler that takes a `Request` and returns a `Response`. The same guard, log and limits run
 * before it as before other routes. Its resolvers need the user, so this function calls Yoga with the user; `mount` of
 * @app/mount is for handlers that need only the request.
 */
export function graphQl(teams: Teams, notices: Notices): RequestHandler {
  const yoga = createYoga<{ readonly account: Account }>({
    schema: createSchema({
      typeDefs: TYPES,
      resolvers: {
        Query: { teams: (_root: unknown, _args: unknown, { account }: { account: Account }) => teams.of(account.id) },
        Team: { notices: ({ id }: Team, { search }: { search: string }) => notices.search(id, search, 1).notices },
      },
    }),
    // Turned off, since this page of Yoga loads scripts of another site, which our content security policy refuses.
    graphiql: false,
    // Turned off, since Yoga would let pages of every other site read its responses with the cookies of the visitor.
    cors: false,
    landingPage: false,
    // A body holds a query and its variables, so it is short.
    maxRequestBodySize: 20_000,
    // Yoga would keep 1,024 parsed documents of any sender, up to 0.4 MB each. To parse one again takes little time.
    parserAndValidationCache: false,
    // These plugins refuse a long query, and a short one that requests one field many times: under aliases, or nested.
    plugins: [
      maxTokensPlugin({ n: 1000 }),
      maxDepthPlugin({ n: 6 }),
      maxAliasesPlugin({ n: 15, allowList: [] }),
      costLimitPlugin({ maxCost: 500 }),
    ],
    logging: 'warn',
  })
  return (request) => yoga.fetch(request.raw, { account: accountOf(request) })
}
graphQl.inject = ['noticeboard/teams', 'noticeboard/notices'] as const
