import { Application } from '@app/core'
import { mount } from '@app/mount'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { costLimitPlugin } from '@escape.tech/graphql-armor-cost-limit'
import { maxAliasesPlugin } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth'
import { maxTokensPlugin } from '@escape.tech/graphql-armor-max-tokens'
import { createSchema, createYoga } from 'graphql-yoga'

const ada = { name: 'Ada', friends: () => [ada] }
const schema = createSchema({
  typeDefs: `
    type Query { hello(name: String!): String! person: Person! }
    type Person { name: String! friends: [Person!]! }
  `,
  resolvers: { Query: { hello: (_, { name }: { name: string }) => `Hello, ${name}!`, person: () => ada } },
})
const yoga = createYoga({
  schema,
  logging: false,
  maxRequestBodySize: 20_000,
  parserAndValidationCache: false,
  plugins: [
    maxTokensPlugin({ n: 1000 }),
    maxDepthPlugin({ n: 6 }),
    maxAliasesPlugin({ n: 15, allowList: [] }),
    costLimitPlugin({ maxCost: 500 }),
  ],
})

const app = new Application({ router: new FindMyWayRouter() })
app.route('/graphql', mount(yoga), ['GET', 'POST'])

export default app
