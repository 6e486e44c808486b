import type { Config } from '@app/core'
import { graphQl } from './graphql.ts'

export const configProvider = () =>
  ({
    dependencies: { factories: { graphql: graphQl } },
    routes: { graphql: { path: '/graphql', middleware: 'graphql', allowed_methods: ['GET', 'POST'] } },
  }) satisfies Config
