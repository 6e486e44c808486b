import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampled } from '../sampled.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const INSTALLED = resolve(import.meta.dirname, '../../node_modules')

const LINKED = [
  ...['@app/authentication', '@app/authorization', '@app/client', '@app/config', '@app/container-factory', '@app/core'],
  ...['@app/cors', '@app/endpoint', '@app/mount', '@app/session', '@app/view', 'graphql-yoga', 'zod'],
]

/** Mistakes that fit on one line of code, each with a part of the message that the compiler has to give. */
const MISTAKES: readonly (readonly [code: string, says: string])[] = [
  [
    "app.get('/{id}', (request) => text(request.params.idd))",
    "Property 'idd' does not exist on type '{ readonly id: string; }'",
  ],
  ["app.get('/', () => {})", "Type 'void' is not assignable to type 'Awaitable<Response>'."],
  [
    "endpoint({ method: 'GTE', path: '/', responses: { 204: null } })",
    `Type '"GTE"' is not assignable to type 'EndpointMethod'.`,
  ],
  [
    "endpoint({ method: 'GET', path: '/', body: Note, responses: { 204: null } })",
    'is not assignable to type \'"A request with GET has no body: describe its query"\'.',
  ],
  [
    'implement(read, ({ query, respond }) => respond(404, { message: query.pge }))',
    "Property 'pge' does not exist on type",
  ],
  ["createClient({ read }).read({ params: { id: 1 }, query: { pge: '1' } })", "'pge' does not exist in type"],
  ['createClient({ notes: { read: 1 } })', "Type 'number' is not assignable to type"],
  ['createClient(contract({ notes: { read } })).notes.raed({})', "Property 'raed' does not exist on type 'Client<"],
  ['implement(read, () => {})', "Type 'void' is not assignable to type 'HandlerResult<{ id: number; author:"],
  [
    'implement(read, ({ respond }) => respond(200, { id: 1 }))',
    "Property 'author' is missing in type '{ id: number; }'",
  ],
  [
    'implement(two, async ({ params, respond }) => (params.id ? respond(200, { id: 1, author: { name: 1 } }) : respond(201, null)))',
    "Type 'number' is not assignable to type 'string'.",
  ],
  ['implement(headed, ({ respond }) => respond(204, undefined))', 'Expected 3 arguments, but got 2.'],
  [
    'implement(headed, ({ respond }) => respond(404))',
    "Argument of type '404' is not assignable to parameter of type '204'.",
  ],
  [
    'implement(dated, ({ respond }) => respond(404, {}))',
    "Argument of type '404' is not assignable to parameter of type '200'.",
  ],
  ['createClient({ read }).read()', `method's 'this' of type '"Call it with { params }"'.`],
  [
    'const call = createClient(contract({ notes: { many } })).notes.many\nexport const sent = [call({ params: { id: 1 }, body: { title: "" } }), createClient({ many }).many()]',
    `"Call it with { body }"`,
  ],
  ...(['body', 'query', 'headers', 'cookies'] as const).map(
    (part) =>
      [
        `endpoint({ method: 'POST', path: '/', ${part}: z.object({ at: z.date() }), responses: { 204: null } })`,
        `is not assignable to type '"A request has no Date, bigint, Map or file in its ${part}: take what is sent, and let the schema make it of that"'.`,
      ] as const,
  ),
  ...['get', 'post', 'put', 'patch', 'delete', 'any', 'route'].map(
    (method) =>
      [
        `app.${method}('users/{id}', () => text(''))`,
        `Argument of type '"users/{id}"' is not assignable to parameter of type 'PathWithSlash'.`,
      ] as const,
  ),
  ["new Route('users', () => text(''))", "is not assignable to parameter of type 'PathWithSlash'."],
  [
    "app.get('/users/:id/notes', (request) => text(request.params.id))",
    `Property 'id' does not exist on type '{ readonly "write {id}, not :id"?: string; }'.`,
  ],
  [
    'export const page = <P extends string>(path: P) => app.get(path, () => text(""))',
    "parameter of type 'PathLike<P>'",
  ],
  [
    'implement(headed, ({ respond }) => respond(204, undefined, { headers: {} }))',
    "Property 'etag' is missing in type '{}'",
  ],
  [
    'export default { routs: [] } satisfies Config',
    "'routs' does not exist in type 'Config'. Did you mean to write 'routes'?",
  ],
  ['export default { session: { lifetme: 1 } } satisfies Config', "Did you mean to write 'lifetime'?"],
  [
    'export default { sesion: { lifetime: 1 } } satisfies Config',
    "'sesion' does not exist in type 'Config'. Did you mean to write 'session'?",
  ],
  [
    "export default { session: { lifetime: '1 h' } } satisfies Config",
    "Type 'string' is not assignable to type 'number'.",
  ],
  [
    "cors({ orign: ['https://a.example'] })",
    "'orign' does not exist in type 'CorsOptions'. Did you mean to write 'origins'?",
  ],
  [
    "app.get('/', () => text('')).set(REQUIRES, { roles: ['admni'] })",
    `Type '"admni"' is not assignable to type '"admin"'.`,
  ],
  [
    "app.get('/', (request) => render(request, 'hoem'))",
    `Argument of type '"hoem"' is not assignable to parameter of type '"home"'.`,
  ],
  ["sessionKey<Map<string, string>>('seen')", 'A session keeps JSON, which has no such value'],
  ['json({ id: 1n, 2: json(10n) })', 'JSON has no bigint, symbol or function: write String(value)'],
  [
    "services().value('db', 1).provide('report', class { static inject = ['dbb'] as const; constructor(_db: number) {} })",
    String.raw`"inject names \"dbb\", which nobody provides"`,
  ],
  [
    "services().value('db', 1).value('title', '').provide('report', class { static inject = ['title', 'db'] as const; constructor(_db: number, _title: string) {} })",
    'The parameters do not take what inject names in this order: title, db',
  ],
  [
    "services().value('db', 1).provide('report', class { static inject = ['db']; constructor(_db: number) {} })",
    'write static inject = [...] as const',
  ],
  [
    "endpoint({ method: 'POST', path: '/', boddy: Note, responses: { 204: null } })",
    String.raw`is not assignable to type '"An endpoint has no \"boddy\""'.`,
  ],
  [
    "endpoint({ method: 'GET', path: '/', responses: { 200: Note, '4XX': Note } })",
    String.raw`is not assignable to type '"A status is a number such as 404, and no \"4XX\""'.`,
  ],
  [
    "endpoint({ method: 'GET', path: '/{id}', params: z.object({ idd: z.string() }), responses: { 200: Note } })",
    String.raw`is not assignable to type '"\"idd\" is not a placeholder of /{id}"'.`,
  ],
  [
    'implement(read, ({ respond }) => respond(500))',
    "Argument of type '500' is not assignable to parameter of type '200 | 404'.",
  ],
  [
    'implement(read, ({ respond }) => respond(200, { id: 1, author: { name: 1 } }))',
    "Type 'number' is not assignable to type 'string'.",
  ],
  ['implement(read, () => ({ id: 1, author: { name: 1 } }))', "Type 'number' is not assignable to type 'string'."],
  [
    'implement(dated, () => ({ at: new Date() }))',
    `Type 'Date' is not assignable to type '"JSON has no Date. Describe what is sent in its place, and let the schema make it of that"'.`,
  ],
  [
    'implementAll(contract({ notes: { read } }), { notes: { raed: () => undefined } })',
    "'raed' does not exist in type 'HandlersOf<",
  ],
  [
    "app.get('/', [reads([USER], (request) => text(request.attribute(USER).name))])",
    String.raw`'this' of type '"Nothing before it provides the attribute \"user\""'.`,
  ],
  [
    "app.get('/', [reads([USER], (request) => text(request.attribute(USER).name)), enter])",
    String.raw`'this' of type '"Nothing before it provides the attribute \"user\""'.`,
  ],
  ["app.get('/', [enter, reads([TEAM], () => text(''))])", 'Team'],
  ["app.get('/', reads([USER], () => text('')))", 'Reading<AttributeKey<User, "user">'],
  ["app.route('/', [reads([USER], () => text(''))], ['GET'])", String.raw`provides the attribute \"user\""'.`],
  ['after([enterTeam])', String.raw`provides the attribute \"user\""'.`],
  ["app.get('/', after([])(reads([USER], () => text(''))))", String.raw`provides the attribute \"user\""'.`],
  ['app.pipe(reads([USER], (_request, handler) => handler(_request)))', 'AttributeKey<User, "user">'],
  [
    "implement(read, () => ({ id: 1, author: { name: '' } }), { middleware: [enterTeam], reads: [TEAM] })",
    String.raw`provides the attribute \"user\""'.`,
  ],
  ["implement(read, () => ({ id: 1, author: { name: '' } }), { reads: [USER] })", 'AttributeKey<User, "user">'],
  [
    "implement(read, () => ({ id: 1, author: { name: '' } }), { middleware: [enterTeam], reads: [USER] })",
    String.raw`provides the attribute \"user\""'.`,
  ],
]

/** Code without a mistake, for which the compiler must give no message. */
const FITTING = `
export default {
  session: { secret: env('APP_SECRET', null), lifetime: env.integer('LIFETIME', 3_600) },
  cors: { origins: '*' },
} satisfies Config
app.post('/', async (request) => json(await request.json()))
endpoint({ method: 'POST', path: '/', body: z.object({ at: z.coerce.date(), day: z.iso.date() }), query: z.object({ page: z.coerce.number() }), responses: { 204: null } })
export const page = <P extends \`/\${string}\`>(path: P, handler: RouteHandler<P>) => [
  ...[app.get(path, handler), app.post(path, [enter, handler]), app.route(path, handler, ['PUT'])],
  ...[app.route(new Route(path, handler)), app.get(\`\${path}/{id}\`, (request) => text(request.params.id ?? ''))],
]
export const item = <P extends \`/\${string}\`>(path: P, handler: RouteHandler<\`\${P}/{id}\`>) => app.get(\`\${path}/{id}\`, handler)
export const given = <P extends \`/\${string}\`>(path: P, handler: RequestHandler<ParamsOf<P>>) => app.get(path, handler)
page('/a/{x}', (request) => text(request.params.x))
item('/a/{x}', (request) => text(request.params.x + request.params.id))
export const under = (prefix: string) => [app.get(prefix, () => text('')), app.get(\`\${prefix}/{id}\`, ({ params }) => text(params.id))]
for (const path of ['/a', '/b', ''] as const) app.get(path, () => text(path))
app.pipe('/graphql', mount(createYoga({ schema: createSchema({ typeDefs: 'type Query { a: Int }' }) })))
export const maybe = (secret: string | undefined, signal: AbortSignal | undefined, origins: '*' | undefined) => [
  session({ secret, store: undefined }),
  cors({ origins }),
  createClient({ read }).read({ params: { id: 1 } }, { signal }),
]
export const now: number = app.getContainer().get('acme/clock').now
app.get('/', (request) => text(request.attribute(USER).name))
app.get('/{id}', [enter, reads([USER], (request) => text(request.params.id + request.attribute(USER).name))])
app.get('/{id}', [[enter], enterTeam, (request, handler) => handler(request), reads([USER, TEAM], ({ params }) => text(params.id))])
const member = after([enter, enterTeam])
app.get('/{id}', member(reads([TEAM], ({ params }) => text(params.id))))
export const later = (handler: Middleware) => [app.get('/', handler), app.any('/', [enter, handler])]
implement(read, ({ request }) => ({ id: 1, author: request.attribute(USER) }), { middleware: [enter], reads: [USER] })
implement(read, ({ request }) => ({ id: 1, author: request.attribute(USER) }), {
  middleware: [enter, enterTeam, (request, handler) => handler(request)],
  reads: [USER, TEAM],
})
`

/** A module as `isolatedDeclarations` wants it: each export says its type. */
const ISOLATED = `
import { contract, endpoint, type Endpoint, type StandardSchemaV1 } from '@app/endpoint'
import { createClient, type Client } from '@app/client'
import * as z from 'zod'
interface Note { readonly id: string }
export const Note: StandardSchemaV1<Note> = z.object({ id: z.string() })
export const read: Endpoint<{ method: 'GET'; path: '/notes/{id}'; responses: { 200: typeof Note; 404: null } }> = endpoint({
  method: 'GET', path: '/notes/{id}', responses: { 200: Note, 404: null },
})
export const api: { readonly notes: { readonly read: typeof read } } = contract({ notes: { read } })
export const client: Client<typeof api> = createClient(api)
export const title = async (): Promise<string | undefined> => {
  const answer = await client.notes.read({ params: { id: '7' } })
  return answer.status === 200 ? answer.data.id : undefined
}
`

const SOURCE = `
import { Application, attributeKey, type Config, json, type Middleware, type ParamsOf, type RequestHandler, Route, type RouteHandler, text } from '@app/core'
import { REQUIRES } from '@app/authorization'
import { createClient } from '@app/client'
import { env } from '@app/config'
import { services } from '@app/container-factory'
import { cors } from '@app/cors'
import { mount } from '@app/mount'
import { createSchema, createYoga } from 'graphql-yoga'
import { session, sessionKey } from '@app/session'
import { render } from '@app/view'
import { after, provides, reads } from '@app/core'
import { contract, endpoint } from '@app/endpoint'
import { implement, implementAll } from '@app/endpoint/server'
import * as z from 'zod'
const Note = z.object({ id: z.int(), author: z.object({ name: z.string() }) })
const read = endpoint({ method: 'GET', path: '/{id}', query: z.object({ page: z.string().optional() }), responses: { 200: Note, 404: z.object({ message: z.string() }) } })
const dated = endpoint({ method: 'GET', path: '/', responses: { 200: z.object({ at: z.date() }) } })
const two = endpoint({ method: 'GET', path: '/{id}', responses: { 200: Note, 201: z.null() } })
const many = endpoint({ method: 'POST', path: '/{id}', body: z.object({ title: z.string() }), responses: { 204: null } })
const headed = endpoint({ method: 'GET', path: '/', responses: { 204: { content: null, headers: z.object({ etag: z.string() }) } } })
interface User { readonly name: string }
interface Team { readonly title: string }
const app = new Application()
const USER = attributeKey<User, 'user'>('user')
const TEAM = attributeKey<Team>('team')
const enter = provides([USER], (request, handler) => handler(request.withAttribute(USER, { name: '' })))
const enterTeam = provides([TEAM], reads([USER], enter))
export { app, after, cors, createClient, createSchema, createYoga, headed, mount, session, json, many, REQUIRES, Route, services, sessionKey, two, contract, dated, endpoint, enter, enterTeam, env, implement, implementAll, Note, provides, read, reads, TEAM, text, USER, render, z }
export type { Config, Middleware, ParamsOf, RequestHandler, RouteHandler }
declare module '@app/core' {
  interface Services { readonly 'acme/clock': { readonly now: number } }
}
declare module '@app/view' {
  interface Templates { readonly home: true }
}
declare module '@app/authentication' {
  interface Roles { readonly admin: true }
}
`

/**
 * Compiles each mistake, and `FITTING`, in a file of its own. Returns the compiler's message for each mistake, in their
 * order, and then its message for `FITTING`.
 */
function saidBy(compiler: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'mistakes-'))
  try {
    mkdirSync(join(folder, 'node_modules/@app'), { recursive: true })
    for (const name of LINKED) symlinkSync(join(INSTALLED, name), join(folder, 'node_modules', name))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'parts.ts'), SOURCE)
    const names = /export (\{.*\})/.exec(SOURCE)?.[1]
    const imports = `import ${names} from './parts.ts'\nimport type { Config, Middleware, ParamsOf, RequestHandler, RouteHandler } from './parts.ts'\n`
    writeFileSync(join(folder, 'fitting.ts'), imports + FITTING)
    for (const [index, [code]] of MISTAKES.entries()) writeFileSync(join(folder, `m${index}.ts`), imports + code)
    const compilerOptions = {
      ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'] },
      ...{ types: [], allowImportingTsExtensions: true, skipLibCheck: true, exactOptionalPropertyTypes: true },
    }
    const files = [...MISTAKES.map((_, index) => `m${index}.ts`), 'fitting.ts']
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const tsc = join(ROOT, 'node_modules', compiler, 'bin/tsc')
    let { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    writeFileSync(join(folder, 'isolated.ts'), ISOLATED)
    const isolated = { ...compilerOptions, noEmit: false, declaration: true, isolatedDeclarations: true, outDir: 'out' }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: isolated, files: ['isolated.ts'] }))
    const alone = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    stdout += alone.stdout
      .split('\n')
      .filter((line) => line.startsWith('isolated.ts'))
      .join('\n')
    return [...files, 'isolated.ts'].map(
      (file) => blocksOf(stdout).find((block) => block.startsWith(file)) ?? `nothing: ${stdout}`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Splits the output of the compiler into messages; the further lines of a message are indented. */
function blocksOf(output: string): readonly string[] {
  return output.split(/\n(?=\S)/).map((block) => block.trimEnd())
}

describe.each(sampled(['typescript', 'typescript-5'], () => 'compiler'))('%s', (compiler) => {
  let said: readonly string[]
  beforeAll(() => {
    said = saidBy(compiler)
  })
  test('the compiler accepts code without mistakes, such as a handler that reads attributes which middleware before it provides', () => {
    expect(said.at(-2)).toMatch(/^nothing: /)
  })
  test('an endpoint, a contract and a client have types to write, so that isolatedDeclarations accepts them', () => {
    expect(said.at(-1)).toMatch(/^nothing: /)
  })
  test.each(MISTAKES.map(([code, says], index) => ({ code, says, index })))(
    'the compiler names the mistake in at most three lines: $code',
    ({ says, index }) => {
      expect(said[index]).toContain(says)
      expect(said[index]?.split('\n').length).toBeLessThanOrEqual(3)
    },
  )
})
