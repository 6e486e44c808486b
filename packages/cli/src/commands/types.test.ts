import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../../../test/programs/run-program.ts'
import { appFromConfig, EXAMPLES, project, run, runProcess, start, write } from '../project.test.helper.ts'

const WORKSPACE = join(EXAMPLES, '..')
/** test/tarballs compiles the declarations with the oldest supported TypeScript. */
const TSC = join(WORKSPACE, 'node_modules/typescript/bin/tsc')
const TSC_5 = join(WORKSPACE, 'node_modules/typescript-5/bin/tsc')
const TYPES = 'config/types.d.ts'

const FILES = {
  ...appFromConfig(`import { env } from '@app/config'
import { ApplicationFactory, type Config } from '@app/core'
import { Ledger, Report, connect } from '../../src/services.ts'

export default {
  greeting: env('GREETING', 'Hello'),
  signature: env('SIGNATURE', null),
  limits: { pages: 20, hosts: ['a.example'] },
  dependencies: {
    services: { 'acme/port': env.integer('ACME_PORT', 80), 'admin/config': { routes: { users: { path: '/users', middleware: 'acme/home' } } } },
    invokables: { 'acme/ledger': Ledger },
    aliases: { 'acme/books': 'acme/ledger' },
    factories: {
      'acme/db': async () => connect(),
      'acme/report': Report,
      'acme/total': (container) => new Report(container.get('acme/ledger'), new Date()),
      'acme/guess': (container) => { const ledger = container.get<Ledger>('acme/ledger'); return () => Response.json(ledger.total) },
      'acme/home': () => () => new Response('home'),
      'acme/admin': ApplicationFactory.for({ config: 'admin/config' }),
    },
  },
  middleware_pipeline: {
    admin: { path: '/admin', middleware: 'acme/admin' },
    steps: { middleware: ['@app/core/routing', '@app/core/dispatch'] },
  },
  routes: {
    home: { path: '/', middleware: 'acme/home', allowed_methods: ['GET'] },
    'user.show': { path: '/users/{id:\\\\d+}[/{tab}]', middleware: 'acme/home', allowed_methods: ['GET'] },
    range: { path: '/range/{from}-{to}', middleware: 'acme/home' },
    docs: { path: '/{lang}/docs', middleware: 'acme/home', options: { defaults: { lang: 'en' } } },
  },
} satisfies Config & { greeting: unknown; signature: unknown; limits: unknown }
`),
  'config/autoload/more.global.ts': `import { Open, Turned, sum } from '../../src/services.ts'

export default {
  dependencies: { factories: { 'acme/turned': Turned, 'acme/open': Open, 'acme/sum': sum } },
}
`,
  'config/autoload/shop.global.ts': `import { shop } from '../../src/shop.ts'

export default { dependencies: shop.dependencies }
`,
  'src/shop.ts': `import { services } from '@app/container-factory'
import { Db, Ledger, Report } from './services.ts'

class Till {
  static readonly inject = ['acme/db', 'shop/title'] as const
  readonly lines: readonly string[]
  constructor(db: Db, title: string) { this.lines = [title, ...db.rows] }
}
export const shop = services()
  .needs<{ 'acme/ledger': Ledger; 'acme/db': Promise<Db> }>()
  .value('shop/title', 'Shop')
  .provide('shop/till', Till)
  .provide('shop/total', (container) => container.get('acme/ledger').total)
`,
  'src/services.ts': `export class Ledger { readonly total = 7 }
export class Db { readonly rows = ['a'] }
export const connect = async () => new Db()
export class Report {
  static readonly inject = ['acme/ledger', 'acme/db'] as const
  readonly ledger: Ledger
  constructor(ledger: Ledger, _other: object) { this.ledger = ledger }
  readonly handle = () => new Response(String(this.ledger.total))
}
export class Turned {
  static readonly inject = ['acme/db', 'acme/ledger'] as const
  constructor(_ledger: Ledger, _db: Db) {}
}
export class Open {
  static readonly inject = ['acme/db', 'acme/ledger']
  constructor(_ledger: Ledger, _db: Db) {}
}
export function sum(ledger: Ledger, db: Db, _guess: () => Response) { return ledger.total + db.rows.length }
sum.inject = ['acme/ledger', 'acme/db', 'acme/guess', 'config'] as const
`,
}

/** Code that compiles both with and without `config/types.d.ts`. */
const USE = `import { Application, type RouteHandler, type ServerRequest, type ServiceName, type TypedContainer, urlFor } from '@app/core'
import container from '../config/container.ts'
import { Ledger, Open, sum, Turned, type Db, type Report } from './services.ts'

const any: string = String(Math.random())
const HOME: ServiceName<() => Response> = 'acme/home'
export async function right(app: Application, services: TypedContainer) {
  const report = services.get<Report>('acme/total')
  const guess: () => Response = services.get('acme/guess')
  const main: Application = services.get(Application.SERVICE)
  const unknown: unknown = services.get(any)
  app.pipe('acme/admin').pipe('/x', ['acme/report', Application.ROUTING_MIDDLEWARE])
  app.pipe(HOME).pipe('/x', [HOME])
  const home: () => Response = services.get(HOME)
  app.url('home')
  app.url('user.show', { id: 7 })
  app.url('users')
  app.url(any, { id: 7 })
  const link = (request: ServerRequest) => [urlFor(request, 'user.show', { id: 7 }), urlFor(request, any, { id: 7 })]
  const range: RouteHandler<'range'> = ({ params }) => Response.json([params.from, params.to])
  void range
  return [report, guess, main, home, unknown, link, services.get(Ledger).total]
}
`
/** Code that compiles only with `config/types.d.ts`. */
const TYPED = `
export async function typed(app: Application, services: TypedContainer) {
  const total: number = services.get('acme/ledger').total + services.get('acme/books').total
  const db: Db = await services.get('acme/db')
  const report: Promise<Report> = services.get('acme/report')
  const greeting: string = container.get('config').greeting
  const port: number = services.get('acme/port')
  const signature: string | null = container.get('config').signature
  void ({ middleware_pipeline: { home: { middleware: HOME } } } satisfies Config)
  const sumOfBoth: Promise<number> = services.get('acme/sum')
  const lines: readonly string[] = (await services.get('shop/till')).lines
  const shopTotal: number = services.get('shop/total')
  const title: 'Shop' = container.get('shop/title')
  const hosts: readonly string[] = services.get('config').limits.hosts
  const nested: Application = services.get('acme/admin')
  const seven: number = container.get('acme/total').ledger.total
  app.url('user.show', { id: 7, tab: 'posts' })
  app.url('range', { from: 1, to: 2 })
  app.url('docs')
  app.url('docs', { lang: 'de' })
  const user: RouteHandler<'user.show'> = ({ params }) => Response.json([params.id.length, params.tab?.length])
  void user
  void ({ dependencies: { factories: { 'acme/sum': sum, 'acme/open': Open, 'acme/report': Turned } } } satisfies Config)
  return [lines, shopTotal, title, total, db, report, port, signature, sumOfBoth, greeting, hosts, nested, seven]
}
`
/** Lines that compile only without `config/types.d.ts`, each by the name of its mistake. */
const MISTAKES = {
  'a misspelt service': "services.get('acme/ledgr')",
  'a service of another type': "const report: Report = services.get('acme/ledger'); void report",
  'a service of a list that is made asynchronously, used without await':
    "const till: { lines: unknown } = services.get('shop/till'); void till",
  'a misspelt service as middleware': "app.pipe('acme/hme')",
  'a name that nobody can check, as middleware': 'app.pipe(any)',
  'a misspelt service in configuration':
    "void ({ middleware_pipeline: { a: { middleware: 'acme/hme' } } } satisfies Config)",
  'a misspelt route': "app.url('user.shw', { id: 7 })",
  'a route without its params': "app.url('user.show')",
  'a path without one of its two params in one segment': "app.url('range', { from: 1 })",
  'a misspelt route of a link': "void ((request: ServerRequest) => urlFor(request, 'user.shw', { id: 7 }))",
  'a link without the params of its route': "void ((request: ServerRequest) => urlFor(request, 'user.show'))",
  'a misspelt param': "app.url('user.show', { idd: 7 })",
  'a handler that reads a param that its route does not have':
    "void ((({ params }) => Response.json(params.idd ?? null)) satisfies RouteHandler<'user.show'>)",
  'a handler of a misspelt route': "void ({} as RouteHandler<'user.shw'>)",
  'a class whose inject is in another order than its parameters':
    "void ({ dependencies: { factories: { 'acme/turned': Turned } } } satisfies Config)",
}

/** Runs the compiler on the application with `module` as one more module, and returns the output of the compiler. */
async function compile(root: string, module: string, tsc?: string): Promise<string> {
  write(root, {
    'src/use.ts': module,
    'tsconfig.json': {
      compilerOptions: {
        ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true },
        ...{ target: 'es2024', lib: ['es2024'], module: 'nodenext', skipLibCheck: false },
        ...{ allowImportingTsExtensions: true, erasableSyntaxOnly: true, verbatimModuleSyntax: true },
        ...{ types: ['node'], typeRoots: [join(WORKSPACE, 'node_modules/@types')] },
      },
      include: ['config', 'src'],
    },
  })
  // On one thread, the compiler looks at each type once. An older one has no other way.
  const program = tsc === undefined ? [TSC, '--singleThreaded'] : [tsc]
  return (await runCommand(process.execPath, [...program, '-p', '.', '--pretty', 'false'], { cwd: root })).stdout
}

/** Returns the place of each error, such as `src/use.ts:3`, in the output of the compiler. */
function places(said: string): readonly string[] {
  return [...new Set(Array.from(said.matchAll(/^([\w/.-]+)\((\d+),/gm), ([, file, line]) => `${file}:${line}`))].sort()
}

function mistakes(): string {
  const lines = Object.entries(MISTAKES).map(([what, line]) => `  // ${what}\n  ${line}`)
  const head = USE.replace('import { Application,', 'import { Application, type Config,')
  return `${head}export function wrong(app: Application, services: TypedContainer) {\n${lines.join('\n')}\n}\n`
}

test('with the config/types.d.ts that app types writes, the compiler refuses each mistake, such as a misspelt service or route', async () => {
  const root = project(FILES)
  expect(await run(root, ['types'])).toEqual({ code: 0, stdout: `Wrote ${TYPES}.\n`, stderr: '' })
  const module = `${mistakes()}${TYPED}`
  const said = (await compile(root, module)).split('\n').filter((line) => /^\S/.test(line))
  const wrong = said.map((line) => module.split('\n')[Number(/^src\/use\.ts\((\d+),/.exec(line)?.[1]) - 1])
  expect(wrong).toEqual(Object.values(MISTAKES).map((line) => `  ${line}`))
})

const TEAM_CONFIG = `import type { Config } from '@app/core'
import { enterTeam, showOther, showTeam } from '../../src/team.ts'

export default {
  dependencies: {
    factories: {
      'enter-team': enterTeam,
      'team.show': showTeam,
      'team.other': showOther,
    },
  },
  middleware_pipeline: {
    'enter-team': { middleware: 'enter-team', path: '/teams', priority: 2 },
    steps: { middleware: ['@app/core/routing', '@app/core/dispatch'] },
  },
  routes: {
    'team.show': { path: '/teams/{team}', middleware: 'team.show' },
    'team.other': { path: '/teams/{team}/other', middleware: 'team.other' },
    'team.list': { path: '/all', middleware: [enterTeam(), showTeam()] },
  },
} satisfies Config
`
const TEAM = `import { attributeKey, type ServerRequest, text } from '@app/core'
import { provides, reads } from '@app/core'

const TEAM = attributeKey<string, 'team'>('team')
export const TENANT = attributeKey<string, 'tenant'>('tenant')
export const enterTeam = () => provides([TEAM], (request, handler) => handler(request.withAttribute(TEAM, 'red')))
export const showTeam = () => reads([TEAM], (request: ServerRequest) => text(request.attribute(TEAM)))
export const showOther = () => reads([TEAM], (request: ServerRequest) => text(request.attribute(TEAM)))
`

test('with config/types.d.ts, the compiler refuses a service that reads an attribute which nothing before its route provides', async () => {
  const root = project({ ...appFromConfig(TEAM_CONFIG), 'src/team.ts': TEAM })
  expect(await run(root, ['types'])).toEqual({ code: 0, stdout: `Wrote ${TYPES}.\n`, stderr: '' })
  expect(readFileSync(join(root, TYPES), 'utf8')).toContain(
    "attributes: {\n      'team.other': 'team'\n      'team.show': 'team'\n",
  )
  expect(await run(root, ['check'])).toMatchObject({ code: 0 })

  write(root, {
    'src/team.ts': TEAM.replace('showOther = () => reads([TEAM]', 'showOther = () => reads([TEAM, TENANT]'),
  })
  const [line = '', ...more] = (await compile(root, '')).trimEnd().split('\n')
  expect(line).toMatch(/^config\/autoload\/app\.global\.ts\(9,\d+\): /)
  expect([line, ...more].join('\n')).toContain(String.raw`Nothing before it provides the attribute \"tenant\"`)
  expect(more.length).toBeLessThan(3)
  const { code, stdout } = await runProcess(root, ['check'])
  expect([code, stdout]).toEqual([1, expect.stringContaining('reads the attribute "tenant"')])
})

const PLACED_CONFIG = `import type { Config } from '@app/core'
import { Db, listNotes, Show } from '../../src/notes.ts'

export default {
  dependencies: { invokables: { 'acme/db': Db }, services: { 'acme/title': 'Notes' } },
  middleware_pipeline: {
    show: { middleware: Show, path: '/shown' },
    steps: { middleware: ['@app/core/routing', '@app/core/dispatch'] },
  },
  routes: {
    'note.list': { path: '/notes', middleware: listNotes },
    'note.show': { path: '/notes/{id}', middleware: [(request, handler) => handler(request), Show] },
  },
} satisfies Config
`
const LISTED = `import type { Config } from '@app/core'
import { Listed } from '../../src/listed.ts'

export default { routes: [{ path: '/listed', middleware: Listed }] } satisfies Config
`
/** A configuration with other routes to the classes and functions of another file. */
const placed = (file: string) =>
  `import type { Config } from '@app/core'
import { listNotes, Show } from '../../src/${file}.ts'

export default {
  middleware_pipeline: {
    '${file}.show': { middleware: Show, path: '/${file}/shown' },
  },
  routes: {
    '${file}.list': { path: '/${file}', middleware: listNotes },
    '${file}.show': { path: '/${file}/{id}', middleware: [(request, handler) => handler(request), Show] },
  },
} satisfies Config
`
const NOTES = `import { text, type RequestHandler, type ServerRequest } from '@app/core'

export class Db { readonly rows = ['a'] }
export function listNotes(db: Db, title: string): RequestHandler { return () => text(title + db.rows.length) }
listNotes.inject = ['acme/db', 'acme/title'] as const
export class Show {
  static readonly inject = ['acme/db', 'acme/title'] as const
  readonly title: string
  constructor(_db: Db, title: string) { this.title = title }
  process(_request: ServerRequest) { return text(this.title) }
}
export function showNote(db: Db): RequestHandler<{ readonly id: string }> { return ({ params }) => text(db.rows[Number(params.id)] ?? '') }
showNote.inject = ['acme/db'] as const
`
const LISTED_CLASS = `import { text } from '@app/core'
import type { Db } from './notes.ts'

export class Listed {
  static readonly inject = ['acme/db'] as const
  readonly db: Db
  constructor(db: Db) { this.db = db }
  handle() { return text(String(this.db.rows)) }
}
`

test('with config/types.d.ts, the compiler refuses a class or function in an entry of the configuration that does not fit its inject', async () => {
  const root = project({
    ...appFromConfig(PLACED_CONFIG),
    'config/autoload/listed.global.ts': LISTED,
    'config/autoload/swapped.global.ts': placed('swapped'),
    'config/autoload/misspelt.global.ts': placed('misspelt'),
    'src/notes.ts': NOTES,
    'src/swapped.ts': NOTES,
    'src/misspelt.ts': NOTES,
    'src/listed.ts': LISTED_CLASS,
  })
  expect(await run(root, ['types'])).toEqual({ code: 0, stdout: `Wrote ${TYPES}.\n`, stderr: '' })
  expect(readFileSync(join(root, TYPES), 'utf8')).toContain(`    placed: {
      listed: {
        'any method /listed': typeof import('../src/listed.ts').Listed
      }
      pipeline: {
        'misspelt.show': typeof import('../src/misspelt.ts').Show
        show: typeof import('../src/notes.ts').Show
        'swapped.show': typeof import('../src/swapped.ts').Show
      }
      routes: {
        'misspelt.list': typeof import('../src/misspelt.ts').listNotes
        'misspelt.show': typeof import('../src/misspelt.ts').Show
        'note.list': typeof import('../src/notes.ts').listNotes
        'note.show': typeof import('../src/notes.ts').Show
        'swapped.list': typeof import('../src/swapped.ts').listNotes
        'swapped.show': typeof import('../src/swapped.ts').Show
      }
    }`)
  expect(await compile(root, '')).toBe('')

  write(root, {
    'src/swapped.ts': NOTES.replace('listNotes(db: Db, title: string)', 'listNotes(title: string, db: Db)'),
    'src/misspelt.ts': NOTES.replace(
      "inject = ['acme/db', 'acme/title'] as const\n  readonly",
      "inject = ['acme/db', 'acme/titel'] as const\n  readonly",
    ),
    'src/listed.ts': LISTED_CLASS.replace('(db: Db)', '(db: Db & Date)'),
  })
  const said = await compile(root, '')
  expect(places(said)).toEqual([
    'config/autoload/listed.global.ts:4',
    'config/autoload/misspelt.global.ts:6',
    'config/autoload/misspelt.global.ts:8',
    'config/autoload/swapped.global.ts:8',
  ])
  // The compiler abbreviates a long type.
  expect(said).toContain('any method /listed: The parameters do not take what inj')
  expect(said).toContain('"The parameters do not take what inject names in this order: acme/db, acme/title"')
})

/** The files of an application whose classes and functions take a service of a package and one of its own. */
const NAMED = {
  ...appFromConfig(`import type { Config } from '@app/core'
import { memoryJobs } from '@app/jobs'
import { Ledger } from '../../src/ledger.ts'

export default {
  jobs: { engine: memoryJobs() },
  dependencies: { invokables: { 'acme/ledger': Ledger } },
  middleware_pipeline: { steps: { middleware: ['@app/core/routing', '@app/core/dispatch'] } },
} satisfies Config & { readonly jobs: object }
`),
  'config/config.ts': `import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'
import { configProvider as jobs } from '@app/jobs'
import { configProvider as constants } from '../src/constants/shop.ts'
import { configProvider as literals } from '../src/literals/shop.ts'

export default defineConfig([core, jobs, constants, literals, autoload('config/autoload')])
`,
  'src/ledger.ts': `import type { ServiceName } from '@app/core'

export class Ledger { readonly total = 7 }
export const LEDGER: ServiceName<Ledger> = 'acme/ledger'
`,
}
/** Classes and functions that name both services by literals or by constants, wherever `inject` may stand. */
const named = (names: 'literals' | 'constants', params: string) => {
  const inject = names === 'literals' ? "['@app/jobs', 'acme/ledger']" : '[JOBS_SERVICE, LEDGER]'
  return {
    [`config/autoload/${names}.global.ts`]: `import type { Config } from '@app/core'
import { list, Mail, post, Show } from '../../src/${names}/services.ts'

export default {
  dependencies: {
    factories: {
      '${names}/mail': Mail,
      '${names}/post': post,
    },
  },
  middleware_pipeline: {
    '${names}.show': { path: '/${names}/shown', middleware: Show },
    '${names}.list': { path: '/${names}/listed', middleware: [list] },
  },
  routes: {
    '${names}.show': { path: '/${names}/show', middleware: Show },
    '${names}.list': { path: '/${names}/list', middleware: [list] },
  },
} satisfies Config
`,
    [`config/autoload/${names}-listed.global.ts`]: `import type { Config } from '@app/core'
import { list, Show } from '../../src/${names}/services.ts'

export const shown = { routes: [{ path: '/${names}/a', middleware: Show }] } satisfies Config
export const listed = { routes: [{ path: '/${names}/b', middleware: list }] } satisfies Config
export default { routes: [...shown.routes, ...listed.routes] }
`,
    [`src/${names}/shop.ts`]: `import type { ConfigProvider } from '@app/core'
import { Mail, post } from './services.ts'

export const configProvider: ConfigProvider = () => ({
  dependencies: {
    factories: {
      '${names}/shop/mail': Mail,
      '${names}/shop/post': post,
    },
  },
})
`,
    [`src/${names}/services.ts`]: `import { type RequestHandler, text } from '@app/core'
import { type Jobs, JOBS_SERVICE } from '@app/jobs'
import { type Ledger, LEDGER } from '../ledger.ts'

export const both = [JOBS_SERVICE, LEDGER]
export class Mail {
  static readonly inject = ${inject} as const
  readonly made: object
  constructor(${params}) { this.made = { jobs, ledger } }
}
export class Show extends Mail {
  handle() { return text(typeof this.made) }
}
export function post(${params}) { return { jobs, ledger } }
post.inject = ${inject} as const
export function list(${params}): RequestHandler { return () => text(typeof jobs + typeof ledger) }
list.inject = ${inject} as const
`,
    [`src/${names}/in-code.ts`]: `import type { Application } from '@app/core'
import { services } from '@app/container-factory'
import type { Jobs } from '@app/jobs'
import { Ledger } from '../ledger.ts'
import { list, Mail, post, Show } from './services.ts'

const base = services().needs<{ '@app/jobs': Jobs }>().provide('acme/ledger', Ledger)
export function use(app: Application) {
  app.get('/c', Show)
  app.get('/d', list)
  app.pipe(Show)
  app.pipe('/e', list)
  base.provide('code/mail', Mail)
  base.provide('code/post', post)
}
`,
  }
}
const RIGHT = 'jobs: Jobs, ledger: Ledger'
const WRONG = 'ledger: Ledger, jobs: Jobs'
/** The places of the entries in lists, one of which is wrong: the compiler does not tell which. */
const listedIn = (names: string) => [4, 5].map((line) => `config/autoload/${names}-listed.global.ts:${line}`)
const refusedOf = (names: string) => [
  ...[7, 8, 12, 13, 15].map((line) => `config/autoload/${names}.global.ts:${line}`),
  ...listedIn(names),
  ...[7, 8].map((line) => `src/${names}/shop.ts:${line}`),
  ...[9, 10, 11, 12, 13, 14].map((line) => `src/${names}/in-code.ts:${line}`),
]

test('with config/types.d.ts, inject may name services by literals and by constants: they fit their parameters, and no others', async () => {
  const root = project({ ...NAMED, ...named('literals', RIGHT), ...named('constants', RIGHT) })
  expect(await run(root, ['types'])).toEqual({ code: 0, stdout: `Wrote ${TYPES}.\n`, stderr: '' })
  expect(await run(root, ['types', '--check'])).toMatchObject({ code: 0 })
  expect(await run(root, ['check'], { NODE_ENV: 'development' })).toMatchObject({ code: 0 })
  expect(await compile(root, '')).toBe('')
  if (process.env.FULL) expect(await compile(root, '', TSC_5)).toBe('')

  write(root, named('constants', WRONG))
  expect(places(await compile(root, '', TSC_5))).toEqual([...refusedOf('constants'), ...listedIn('literals')].sort())
  write(root, named('literals', WRONG))
  const refused = [...refusedOf('constants'), ...refusedOf('literals')].sort()
  expect(places(await compile(root, ''))).toEqual(refused)
  if (process.env.FULL) expect(places(await compile(root, '', TSC_5))).toEqual(refused)
})

const CODE = `import { Application, Pipeline, type MiddlewareLike, type RequestHandler, text } from '@app/core'
import { Db, listNotes, Show, showNote } from './notes.ts'

export const use = <M extends MiddlewareLike>(app: Application, it: M) => app.pipe(it).pipe('/x', it)
export const useAll = (app: Application, ...all: MiddlewareLike[]) => app.pipe(all)
const as = <F extends object, const I extends readonly string[]>(made: F, inject: I) => Object.assign(made, { inject })
`
const RIGHT_IN_CODE = [
  "app.get('/a', listNotes)",
  "app.get('/b', Show)",
  "app.get('/c', [(request, handler) => handler(request), Show, listNotes])",
  'app.pipe(Show)',
  "app.pipe('/d', listNotes)",
  'app.pipe([Show, [listNotes]])',
  "app.get('/notes/{id}', showNote)",
  "app.get('/e', as(async (_db: Db): Promise<RequestHandler> => () => text(''), ['acme/db']))",
  "app.get('/h', JSON.parse('1'))",
  "app.pipe([JSON.parse('1'), Show])",
  "app.pipe(as((_db: Db) => JSON.parse('1'), ['acme/db']))",
  "app.pipe('/i', as((_db: Db) => JSON.parse('1') as unknown, ['acme/db']))",
  "app.get('/f/{id}', (request) => text(request.params.id))",
  "app.get('/g', as((_db: Db, _title: string) => () => text(''), ['acme/db', 'acme/title'] as string[]))",
]
const WRONG_IN_CODE = [
  "new Pipeline().pipe(as((_title: Date) => () => text(''), ['acme/title']))",
  "app.get('/a', as((_title: string, _db: Db) => () => text(''), ['acme/db', 'acme/title']))",
  "app.post('/a', as((_db: Db) => () => text(''), ['acme/dbb']))",
  "app.pipe(as(class { constructor(readonly_: Date) { void readonly_ } process() { return text('') } }, ['acme/db']))",
  "app.pipe('/x', as((_title: string, _db: Db) => () => text(''), ['acme/db', 'acme/title']))",
  "app.get('/a', [Show, as((_title: Date) => () => text(''), ['acme/title'])])",
  "app.route('/a', as((_title: Date) => () => text(''), ['acme/title']))",
  "app.get('/a', as((db: Db) => db.rows, ['acme/db']))",
  "app.get('/notes', showNote)",
]

test('with config/types.d.ts, the compiler refuses a class or function in code that does not fit its inject', async () => {
  const root = project({ ...appFromConfig(PLACED_CONFIG), 'src/notes.ts': NOTES })
  await run(root, ['types'])
  const inFunction = (lines: readonly string[]) =>
    `${CODE}export function registered(app: Application) {\n${lines.join('\n')}\n}\n`
  const module = inFunction([...WRONG_IN_CODE, ...RIGHT_IN_CODE])
  const said = (await compile(root, module)).split('\n').filter((line) => /^\S/.test(line))
  const wrong = said.map((line) => module.split('\n')[Number(/^src\/use\.ts\((\d+),/.exec(line)?.[1]) - 1])
  expect([...new Set(wrong)]).toEqual(WRONG_IN_CODE)
})

test('with config/types.d.ts, the compiler refuses the name of a template that is not in the folder of templates', async () => {
  const root = project({
    ...appFromConfig(
      `export default {
  dependencies: { factories: { '@app/view/TemplateRenderer': () => ({ render: () => '' }) } },
  view: { folders: { blog: new URL('../../packages/blog/templates/', import.meta.url) } },
}`,
    ),
    'config/config.ts': `import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'
import { configProvider as view } from '@app/view'

export default defineConfig([core, view, autoload('config/autoload')])
`,
    'templates/layout.eta': '',
    'templates/notes/list.eta': '',
    'packages/blog/templates/post.eta': '',
  })
  expect(await run(root, ['types'])).toEqual({ code: 0, stdout: `Wrote ${TYPES}.\n`, stderr: '' })
  const use = `import type { ServerRequest } from '@app/core'
import { render } from '@app/view'
export const list = (request: ServerRequest) => render(request, 'notes/list')
export const post = (request: ServerRequest) => render(request, 'blog/post')
export const misspelt = (request: ServerRequest) => render(request, 'notes/lst')
`
  expect(await compile(root, use)).toBe(
    `src/use.ts(5,69): error TS2345: Argument of type '"notes/lst"' is not assignable to parameter of type 'keyof Templates'.\n`,
  )
})

test('without config/types.d.ts, the compiler accepts every name of a service, a route or a param', async () => {
  // Without `config/types.d.ts`, services have the type `unknown`, so the declared types of these constants would not
  // fit.
  const untyped = mistakes().replace(/const (report|till): .*? =/g, 'const $1: unknown =')
  expect(await compile(project(FILES), untyped)).toBe('')
})

test('app types leaves config/types.d.ts as it is if only its formatting differs', async () => {
  const root = project(FILES)
  await run(root, ['types'])
  const file = join(root, TYPES)
  write(root, { [TYPES]: readFileSync(file, 'utf8').replaceAll("'", '"').replaceAll(/^ +/gm, '\t') })
  const before = readFileSync(file, 'utf8')

  expect(await run(root, ['types'])).toMatchObject({ code: 0, stdout: `${TYPES} matches the configuration.\n` })
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test('app types writes the same file whatever environment is set, and whatever the local files and .env of the machine say', async () => {
  const root = project({
    ...FILES,
    'config/autoload/db.local.ts': "export default { dependencies: { services: { 'acme/local': 1 } } }",
    'config/autoload/db.production.ts': "export default { dependencies: { services: { 'acme/production': 1 } } }",
    '.env': 'APP_ENV=production\nGREETING=Hi\nSIGNATURE=Ada',
  })
  await run(root, ['types'], { NODE_ENV: 'production' })
  const text = readFileSync(join(root, TYPES), 'utf8')
  expect(text).toContain('signature: string | null\n')
  expect(text).toContain("'acme/ledger'")
  expect(text).not.toMatch(/acme\/(?:local|production)|Hi/)
  write(root, { '.env': '' })
  expect(await run(root, ['types', '--check'])).toMatchObject({ code: 0 })
})

test('app types reads the types of the services of a module from the source of its configProvider', async () => {
  const root = project({
    ...FILES,
    'config/config.ts': `import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'
import { configProvider as shop } from '../src/shop/config-provider.ts'

export default defineConfig([core, shop, autoload('config/autoload')])
`,
    'src/shop/config-provider.ts': `import { Ledger as Till, Report } from '../services.ts'

export function configProvider() {
  return { dependencies: { invokables: { 'shop/till': Till }, factories: { 'shop/report': Report } } }
}
`,
  })
  expect(await run(root, ['types'])).toMatchObject({ code: 0, stderr: '' })
  const text = readFileSync(join(root, TYPES), 'utf8')
  expect(text).toContain("'shop/till': ServiceOf<typeof import('../src/services.ts').Ledger>\n")
  expect(text.split("'shop/report'")).toHaveLength(3)
})

test('app types finds an imported provider in the source of its module, whatever form the export has', async () => {
  const providers = {
    'declared.ts': 'export function till() { return PROVIDED }',
    'constant.ts': 'export const till = () => (PROVIDED)',
    'renamed.ts': 'const own = () => (PROVIDED)\nexport { own as till }',
    'default.ts': 'export default () => (PROVIDED)',
    'named-default.ts': 'function own() { return PROVIDED }\nexport default own',
  }
  const files = Object.keys(providers)
  const imports = files.map((file, index) => {
    const what = file.endsWith('default.ts') ? `provider${index}` : `{ till as provider${index} }`
    return `import ${what} from '../src/${file}'`
  })
  const list = files.map((_file, index) => `provider${index}`)
  const root = project({
    ...FILES,
    'config/config.ts': `import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'
${imports.join('\n')}

export default defineConfig([core, ${list.join(', ')}, autoload('config/autoload')])
`,
    ...Object.fromEntries(
      Object.entries(providers).map(([file, text]) => [
        `src/${file}`,
        `import { Ledger } from './services.ts'\n${text.replace('PROVIDED', `{ dependencies: { invokables: { '${file}': Ledger } } }`)}`,
      ]),
    ),
  })
  expect(await run(root, ['types'])).toMatchObject({ code: 0, stderr: '' })
  const text = readFileSync(join(root, TYPES), 'utf8')
  for (const file of files) expect(text).toContain(`'${file}': ServiceOf<typeof import('../src/services.ts').Ledger>\n`)
})

test('app types finds the type of a service whose key is a constant, whatever form the constant has', async () => {
  const root = project({
    ...FILES,
    'config/autoload/more.global.ts': `import { JOBS_SERVICE } from '@app/jobs'
import * as names from '../../src/names.ts'
import { IMPORTED, Names } from '../../src/names.ts'
import { Ledger } from '../../src/services.ts'

const OWN = 'acme/own' as const
export const EXPORTED: string = 'acme/exported'
export default {
  dependencies: {
    invokables: { [OWN]: Ledger, [EXPORTED]: Ledger, [IMPORTED]: Ledger, [JOBS_SERVICE]: Ledger },
    factories: { [Names.STATIC]: () => new Ledger(), [names.SPACE]: () => new Ledger(), ['acme/text']: () => new Ledger() },
  },
}
`,
    'src/names.ts': `import type { ServiceName } from '@app/core'
import type { Ledger } from './services.ts'

export const IMPORTED: ServiceName<Ledger> = 'acme/imported'
export const SPACE: ServiceName<Ledger> = 'acme/space'
export class Names { static readonly STATIC: ServiceName<Ledger> = 'acme/static' }
`,
  })
  expect(await run(root, ['types'])).toMatchObject({ code: 0, stderr: '' })
  const text = readFileSync(join(root, TYPES), 'utf8')
  for (const name of ['acme/own', 'acme/exported', 'acme/imported', '@app/jobs'])
    expect(text).toContain(`'${name}': ServiceOf<typeof import('../src/services.ts').Ledger>\n`)
  for (const name of ['acme/static', 'acme/space', 'acme/text'])
    expect(text).toContain(`'${name}': ServiceOf<() => InstanceType<typeof import('../src/services.ts').Ledger>>\n`)
})

test('app types works without values for the secrets that package.json lists, as on a fresh clone', async () => {
  const root = project({
    ...appFromConfig(`import { env } from '@app/config'

export default {
  key: env('ACME_KEY', null),
  dependencies: {
    factories: {
      'acme/sealed': (container) => {
        if ((container.get('config').key ?? '').length < 32) throw new Error('Set ACME_KEY.')
        return () => new Response('sealed')
      },
    },
  },
  routes: { home: { path: '/', middleware: 'acme/sealed' } },
}
`),
    'package.json': {
      type: 'module',
      dependencies: { '@app/router-find-my-way': '*' },
      app: { secrets: ['ACME_KEY'] },
    },
  })
  expect(await run(root, ['check'])).toMatchObject({ code: 1, stdout: expect.stringContaining('Set ACME_KEY.') })
  expect(await run(root, ['types'])).toEqual({ code: 0, stdout: `Wrote ${TYPES}.\n`, stderr: '' })
  const text = readFileSync(join(root, TYPES), 'utf8')
  expect(text).toContain('key: string | null\n')
  expect(existsSync(join(root, '.env'))).toBe(false)
})

test('with abstract factories, config/types.d.ts allows any text as the name of a service', async () => {
  const config = `export default {
  dependencies: { abstract_factories: [{ canCreate: (_container, name) => name.startsWith('acme/'), create: () => ({}) }] },
}`
  const root = project(appFromConfig(config))
  expect(await run(root, ['types'])).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(join(root, TYPES), 'utf8')).toContain('otherServices: string\n')
})

test('app check reports a config/types.d.ts that does not match the configuration, and nothing if there is no such file', async () => {
  const root = project(FILES)
  expect(await run(root, ['check'])).toMatchObject({ code: 0 })
  await runProcess(root, ['types'])
  expect(await runProcess(root, ['check'])).toMatchObject({ code: 0 })

  write(root, { 'config/autoload/more.global.ts': "export default { dependencies: { services: { 'acme/new': 1 } } }" })
  const message = `${TYPES} does not match the configuration. Run app types.`
  expect(await runProcess(root, ['types', '--check'])).toMatchObject({ code: 1, stdout: `${message}\n` })
  const { code, stdout } = await runProcess(root, ['check', '--json', '--env', 'production'])
  expect([code, JSON.parse(stdout)]).toEqual([1, { ok: false, problems: [{ kind: 'types', message }] }])
})

/** A project with services of packages, and the given members of its configuration. */
const sectioned = (members: string) =>
  project({
    ...appFromConfig(`const thing = () => ({})
export default {
  dependencies: { factories: { '@app/security-headers': thing, '@app/cors': thing, '@acme/rate-limit': thing } },
  ${members}
}
`),
    [TYPES]: '',
  })

test.each([
  ["secuirty_headers: { frameOptions: 'DENY' }", 'secuirty_headers', 'security_headers'],
  ['security_header: {}', 'security_header', 'security_headers'],
  ['rateLimit: {}', 'rateLimit', 'rate_limit'],
  ['crs: {}', 'crs', 'cors'],
  ['corss: {}', 'corss', 'cors'],
  ['cosr: {}', 'cosr', 'cors'],
  ["polices: { shop: { routes: '/', pass: 'x' } }", 'polices', 'policies'],
])(
  'app types does not declare the misspelt section %s, says what it should be, and ends with 1',
  async (member, key, near) => {
    const root = sectioned(`own: { a: 1 }, ${member}`)
    const { code, stderr } = await run(root, ['types'])
    expect([code, stderr]).toEqual([
      1,
      `${key} (config/autoload/app.global.ts): no service reads this section, so it is not declared. Did you mean "${near}"? If it is your own, read it by fromSection().\n`,
    ])
    const text = readFileSync(join(root, TYPES), 'utf8')
    expect(text).toContain('own: {')
    expect(text).not.toContain(key)
    expect(await run(root, ['types', '--check'])).toMatchObject({
      code: 1,
      stdout: `${TYPES} matches the configuration.\n`,
    })
  },
)

test.each(['course: {}', 'shop: {}', 'router: { a: 1 }', 'roles: { admin: {} }', 'cors: {}', 'limits: {}'])(
  'app types declares the section %s of the application itself, or of a package',
  async (member) => {
    const root = sectioned(member)
    expect(await run(root, ['types'])).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(join(root, TYPES), 'utf8')).toContain(`      ${member.split(':')[0]}: `)
  },
)

test('app types declares a section that is similar to another one if a service reads it by fromSection()', async () => {
  const root = project(
    appFromConfig(`import { fromSection } from '@app/core/extending'
export default {
  dependencies: {
    factories: {
      '@app/cors': () => ({}),
      'acme/page': (container) => fromSection(container, 'corse', () => () => new Response()),
    },
  },
  corse: { menu: 1 },
  routes: [{ path: '/', middleware: 'acme/page' }],
}`),
  )
  expect(await run(root, ['types'])).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(join(root, TYPES), 'utf8')).toContain('      corse: ')
})

test('app serve warns of a misspelt section, and serves', async () => {
  const served = start(sectioned('secuirty_headers: {}'), ['serve', '--port', '0'])
  await served.waitFor(/secuirty_headers .+ Did you mean "security_headers"\?/)
  await served.waitFor(/Listening/)
  expect(await served.stop()).toBe(0)
})

test('if config/types.d.ts exists, app serve rewrites it when the configuration changes; if not, app serve does not create it', async () => {
  const root = project(FILES)
  const file = join(root, TYPES)
  write(root, { [TYPES]: '' })
  const served = start(root, ['serve', '--port', '0'])
  await served.waitFor(/Wrote config\/types\.d\.ts\./)
  await served.waitFor(/Listening/)
  expect(readFileSync(file, 'utf8')).toContain("'acme/ledger'")

  write(root, { 'config/autoload/more.global.ts': "export default { dependencies: { services: { 'acme/new': 1 } } }" })
  await expect.poll(() => readFileSync(file, 'utf8')).toContain("'acme/new': number")
  // A change while the server is restarting would cause no further restart, so the test waits until the server listens.
  await served.waitFor(/(?:Listening[\s\S]*){2}/)
  rmSync(file)
  write(root, { 'config/autoload/more.global.ts': 'export default {}' })
  await served.waitFor(/(?:Listening[\s\S]*){3}/)
  expect(existsSync(file)).toBe(false)
  expect(await served.stop()).toBe(0)
})

test.each(['types', 'routes --lock'])(
  'app %s prints once the cause for which fifty services cannot be made',
  async (command) => {
    const names = Array.from({ length: 50 }, (_, at) => `'acme/${at}'`)
    const root = project(
      appFromConfig(`const names = [${names}]
const needs = (container) => container.get('acme/clock')
export default {
  dependencies: { factories: Object.fromEntries(names.map((name) => [name, needs])) },
  routes: names.map((middleware) => ({ path: '/' + middleware, middleware })),
}`),
    )
    const { code, stderr } = await run(root, command.split(' '))
    expect(code).toBe(1)
    expect(stderr.match(/Service not found/g)).toHaveLength(1)
    expect(stderr).toContain('and 38 more need it.')
  },
)

test('if a service cannot be made, app types ends with exit code 1, prints the error, and writes nothing', async () => {
  const root = project(appFromConfig("export default { routes: { home: { path: '/', middleware: 'acme/hme' } } }"))
  const { code, stderr } = await run(root, ['types'])
  expect(code).toBe(1)
  expect(stderr).toContain('acme/hme')
  expect(existsSync(join(root, TYPES))).toBe(false)
})
