import { Application } from '@app/core'
import { mount } from '@app/mount'
import { createSchema, createYoga } from 'graphql-yoga'

const schema = createSchema({
  typeDefs: 'type Query { hello(name: String!): String! }',
  resolvers: { Query: { hello: (_, { name }: { name: string }) => `Hello, ${name}!` } },
})
const yoga = createYoga({ schema, graphqlEndpoint: '/graphql', logging: false })

export default new Application().pipe('/graphql', mount(yoga))
