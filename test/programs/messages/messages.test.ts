import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
const PACKAGE = resolve(import.meta.dirname, '..')

/** A mistake on one line, and what the compiler says of it. */
const MISTAKES: readonly (readonly [code: string, says: string])[] = [
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
    String.raw`is not assignable to type '"\"idd\" is no placeholder of /{id}"'.`,
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
    String.raw`'this' of type '"Nothing in front provides the attribute \"user\""'.`,
  ],
  [
    "app.get('/', [reads([USER], (request) => text(request.attribute(USER).name)), enter])",
    String.raw`'this' of type '"Nothing in front provides the attribute \"user\""'.`,
  ],
  ["app.get('/', [enter, reads([TEAM], () => text(''))])", 'Team'],
  ["app.get('/', reads([USER], () => text('')))", 'Reading<AttributeKey<User, "user">'],
  ["app.route('/', [reads([USER], () => text(''))], ['GET'])", String.raw`provides the attribute \"user\""'.`],
  ['behind([enterTeam])', String.raw`provides the attribute \"user\""'.`],
  ["app.get('/', behind([])(reads([USER], () => text(''))))", String.raw`provides the attribute \"user\""'.`],
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

/** What has no mistake. */
const FITTING = `
app.get('/', (request) => text(request.attribute(USER).name))
app.get('/{id}', [enter, reads([USER], (request) => text(request.params.id + request.attribute(USER).name))])
app.get('/{id}', [[enter], enterTeam, (request, handler) => handler(request), reads([USER, TEAM], ({ params }) => text(params.id))])
const member = behind([enter, enterTeam])
app.get('/{id}', member(reads([TEAM], ({ params }) => text(params.id))))
export const later = (handler: Middleware) => [app.get('/', handler), app.any('/', [enter, handler])]
implement(read, ({ request }) => ({ id: 1, author: request.attribute(USER) }), { middleware: [enter], reads: [USER] })
implement(read, ({ request }) => ({ id: 1, author: request.attribute(USER) }), {
  middleware: [enter, enterTeam, (request, handler) => handler(request)],
  reads: [USER, TEAM],
})
`

const SOURCE = `
import { Application, attributeKey, type Middleware, text } from '@app/core'
import { behind, provides, reads } from '@app/core/presence'
import { contract, endpoint } from '@app/endpoint'
import { implement, implementAll } from '@app/endpoint/server'
import * as z from 'zod'
const Note = z.object({ id: z.int(), author: z.object({ name: z.string() }) })
const read = endpoint({ method: 'GET', path: '/{id}', responses: { 200: Note, 404: z.object({ message: z.string() }) } })
const dated = endpoint({ method: 'GET', path: '/', responses: { 200: z.object({ at: z.date() }) } })
interface User { readonly name: string }
interface Team { readonly title: string }
const app = new Application()
const USER = attributeKey<User, 'user'>('user')
const TEAM = attributeKey<Team>('team')
const enter = provides([USER], (request, handler) => handler(request.withAttribute(USER, { name: '' })))
const enterTeam = provides([TEAM], reads([USER], enter))
export { app, behind, contract, dated, endpoint, enter, enterTeam, implement, implementAll, Note, provides, read, reads, TEAM, text, USER, z }
export type { Middleware }
`

/** What a compiler says of each mistake, each in a file of its own. */
function saidBy(compiler: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'mistakes-'))
  try {
    mkdirSync(join(folder, 'node_modules/@app'), { recursive: true })
    symlinkSync(PACKAGE, join(folder, 'node_modules/@app/endpoint'))
    for (const name of ['@app/core', 'zod'])
      symlinkSync(join(PACKAGE, 'node_modules', name), join(folder, 'node_modules', name))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'parts.ts'), SOURCE)
    const names = /export (\{.*\})/.exec(SOURCE)?.[1]
    const imports = `import ${names} from './parts.ts'\nimport type { Middleware } from './parts.ts'\n`
    writeFileSync(join(folder, 'fitting.ts'), imports + FITTING)
    for (const [index, [code]] of MISTAKES.entries()) writeFileSync(join(folder, `m${index}.ts`), imports + code)
    const compilerOptions = {
      ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'] },
      ...{ types: [], allowImportingTsExtensions: true, skipLibCheck: true, preserveSymlinks: false },
    }
    const files = [...MISTAKES.map((_, index) => `m${index}.ts`), 'fitting.ts']
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const tsc = join(ROOT, 'node_modules', compiler, 'bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    return files.map((file) => blocksOf(stdout).find((block) => block.startsWith(file)) ?? `nothing: ${stdout}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The messages, each with its lines. */
function blocksOf(output: string): readonly string[] {
  return output.split(/\n(?=\S)/).map((block) => block.trimEnd())
}

describe.each(['typescript', 'typescript-5'])('%s', (compiler) => {
  let said: readonly string[]
  beforeAll(() => {
    said = saidBy(compiler)
  })
  test('says nothing of a handler that reads what something in front of it provides, and nothing of one that does not say so', () => {
    expect(said.at(-1)).toMatch(/^nothing: /)
  })
  test.each(MISTAKES.map(([code, says], index) => ({ code, says, index })))(
    'names the mistake in at most three lines: $code',
    ({ says, index }) => {
      expect(said[index]).toContain(says)
      expect(said[index]?.split('\n').length).toBeLessThanOrEqual(3)
    },
  )
})
