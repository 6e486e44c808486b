import { startIssuer } from '@app/authentication-oidc/testing'
import { type Application, createServer } from '@app/core'
import { mount } from '@app/mount'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { RouterClient } from '@orpc/server'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { createSchema, createYoga } from 'graphql-yoga'
import { sign } from 'hono/jwt'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import authCore from './auth-core.ts'
import betterAuth from './better-auth.ts'
import fetchRouter from './fetch-router.ts'
import graphqlYoga from './graphql-yoga.ts'
import hono from './hono.ts'
import honoMiddleware from './hono-middleware.ts'
import ittyRouter from './itty-router.ts'
import mcp from './mcp.ts'
import { createApp } from './openid-client.ts'
import orpc, { type router as orpcRouter } from './orpc.ts'
import trpc, { type router as trpcRouter } from './trpc.ts'

/** Serves an application until the test ends, and returns its URL. */
async function serve(app: Application): Promise<string> {
  const server = await createServer(app).listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    await server.close({ grace: 0 })
  })
  return `http://127.0.0.1:${server.address?.port}`
}

const JSON_TYPE = { 'content-type': 'application/json' }

test.each([
  ['Hono', hono, '/old'],
  ['itty-router', ittyRouter, '/itty'],
  ['fetch-router of Remix', fetchRouter, '/remix'],
] as const)(
  '%s, mounted under a prefix, routes the path after the prefix, and answers 404 itself',
  async (_name, app, prefix) => {
    const url = await serve(app)
    expect(await (await fetch(`${url}${prefix}/users/7`)).json()).toEqual({ id: '7' })
    expect((await fetch(`${url}${prefix}/none`)).status).toBe(404)
  },
)

test('a mounted application of Hono reads the body of a request', async () => {
  const url = await serve(hono)
  expect(await (await fetch(`${url}/old/echo`, { method: 'POST', body: 'grün' })).text()).toBe('grün')
})

test('middleware of Hono runs around the handlers after it, also if a handler throws', async () => {
  const url = await serve(honoMiddleware)
  const first = await fetch(`${url}/users/7`)
  const tag = first.headers.get('etag') as string
  expect([await first.text(), first.headers.get('x-frame-options'), tag]).toEqual([
    'user 7',
    'SAMEORIGIN',
    expect.stringMatching(/^"/),
  ])
  expect((await fetch(`${url}/users/7`, { headers: { 'if-none-match': tag } })).status).toBe(304)
  expect((await fetch(`${url}/fails`)).status).toBe(500)
  expect((await fetch(`${url}/mine/name`)).status).toBe(401)
  const headers = { authorization: `Bearer ${await sign({ sub: 'Ada' }, 'from a vault', 'HS256')}` }
  expect(await (await fetch(`${url}/mine/name`, { headers })).text()).toBe('Ada')
})

describe('GraphQL Yoga', () => {
  const ask = (query: string, headers: Readonly<Record<string, string>> = {}) => {
    const init = { method: 'POST', body: JSON.stringify({ query }), headers: { ...JSON_TYPE, ...headers } }
    return graphqlYoga.request('/graphql', init)
  }

  test('GraphQL Yoga answers queries over a socket', async () => {
    const url = await serve(graphqlYoga)
    const body = JSON.stringify({ query: '{ hello(name: "Ada") }' })
    const answer = await fetch(`${url}/graphql`, { method: 'POST', body, headers: JSON_TYPE })
    expect(await answer.json()).toEqual({ data: { hello: 'Hello, Ada!' } })
  })

  test('GraphQL Yoga lets no other site read its responses', async () => {
    const answer = await ask('{ hello(name: "Ada") }', { origin: 'https://evil.example' })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    const preflight = await graphqlYoga.request('/graphql', { method: 'OPTIONS', headers })
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  const nested = (depth: number): string => (depth === 0 ? '{ name }' : `{ friends ${nested(depth - 1)} }`)
  const list = (length: number, one: (index: number) => string) => Array.from({ length }, (_, i) => one(i)).join(' ')
  const bomb = list(16, (i) => `fragment F${i} on Person { ...F${i + 1} ...F${i + 1} }`)
  test.each([
    ['of 8 levels', `{ person ${nested(8)} }`, 'Query depth limit of 6'],
    ['of 200 aliases', `{ ${list(200, (i) => `a${i}: __typename`)} }`, 'Aliases limit of 15'],
    ['of 400 fields', `{ person { ${list(400, () => 'name')} } }`, 'Query Cost limit of 500'],
    ['of 3,000 words', `{ person { ${list(3_000, () => 'name')} } }`, 'Token limit of 1000'],
    ['of 100,000 words', `{ person { ${list(100_000, () => 'name')} } }`, 'body too large'],
    [
      'of fragments that double 16 times',
      `${bomb} fragment F16 on Person { name } { person { ...F0 } }`,
      'Query depth limit of 6',
    ],
  ])('GraphQL Yoga refuses a query %s', async (_name, query, message) => {
    const { errors, data } = (await (await ask(query)).json()) as { errors: { message: string }[]; data?: unknown }
    expect([errors.map((error) => error.message).join(), data]).toEqual([expect.stringContaining(message), undefined])
  })

  test('GraphQL Yoga answers a query that exceeds none of the limits', async () => {
    expect((await ask(`{ person ${nested(4)} }`)).status).toBe(200)
  })

  test('mount() accepts GraphQL Yoga as createYoga() returns it', () => {
    expect(mount(createYoga({ schema: createSchema({ typeDefs: 'type Query { a: Int }' }) }))).toBeTypeOf('function')
  })
})

test('tRPC answers its typed client, in batches too', async () => {
  const client = createTRPCClient<typeof trpcRouter>({ links: [httpBatchLink({ url: `${await serve(trpc)}/trpc` })] })
  const answers = Promise.all([client.hello.query({ name: 'Ada' }), client.hello.query({ name: 'Bob' })])
  expect(await answers).toEqual(['Hello, Ada!', 'Hello, Bob!'])
  expect(await client.add.mutate([3, 4])).toBe(7)
})

test('oRPC answers its typed client', async () => {
  const link = new RPCLink({ url: `${await serve(orpc)}/rpc` })
  const client: RouterClient<typeof orpcRouter> = createORPCClient(link)
  expect(await client.hello({ name: 'Ada' })).toBe('Hello, Ada!')
})

test('better-auth, mounted under a prefix, signs a user up and recognizes the user', async () => {
  const url = await serve(betterAuth)
  const body = JSON.stringify({ email: 'ada@example.org', password: 'correct horse', name: 'Ada' })
  const headers = { ...JSON_TYPE, origin: 'http://localhost' }
  const signedUp = await fetch(`${url}/api/auth/sign-up/email`, { method: 'POST', body, headers })
  expect(signedUp.status).toBe(200)
  const cookie = cookiesOf(signedUp)
  expect(await (await fetch(`${url}/me`, { headers: { cookie } })).json()).toEqual({ email: 'ada@example.org' })
  expect(await (await fetch(`${url}/me`)).json()).toEqual({ email: null })
})

test('Auth.js logs in a user who sends the CSRF token and the right password, and nobody with a wrong password', async () => {
  const url = await serve(authCore)
  const begun = await fetch(`${url}/auth/csrf`)
  const { csrfToken } = (await begun.json()) as { csrfToken: string }
  const logIn = (password: string) =>
    fetch(`${url}/auth/callback/credentials`, {
      method: 'POST',
      body: new URLSearchParams({ csrfToken, password }),
      headers: { cookie: cookiesOf(begun) },
      redirect: 'manual',
    })
  const visit = async (answer: Response) =>
    (await fetch(`${url}/auth/session`, { headers: { cookie: cookiesOf(answer) } })).json()
  expect(await visit(await logIn('tea'))).toMatchObject({ user: { name: 'Ada' } })
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await visit(await logIn('coffee'))).toBeNull()
  log.mockRestore()
})

test('an MCP server answers the client of its SDK', async () => {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(`${await serve(mcp)}/mcp`))
  await client.connect(transport)
  onTestFinished(() => client.close())
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['add'])
  const { content } = await client.callTool({ name: 'add', arguments: { a: 3, b: 4 } })
  expect(content).toEqual([{ type: 'text', text: '7' }])
})

test('openid-client logs in at a provider, and refuses a log-in that our application has not begun', async () => {
  const issuer = await startIssuer()
  onTestFinished(() => issuer.close())
  const url = await serve(await createApp(issuer.url))
  expect(await (await fetch(`${url}/log-in`)).json()).toEqual({ subject: 'ada' })
  expect((await fetch(`${url}/callback?code=x&state=forged`)).status).toBe(400)
})

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ')
}
