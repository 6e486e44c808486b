import type { Config } from '@app/core'
import { graphQl } from './graphql.ts'

export const configProvider = () =>
  ({
    routes: { graphql: { path: '/graphql', middleware: graphQl, allowed_methods: ['GET', 'POST'] } },
  }) satisfies Config
