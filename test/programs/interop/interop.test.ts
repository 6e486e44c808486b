import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Application } from '@app/core'
import { expect, test } from 'vitest'
import { HOSTS, SEEN } from '../hosts/hosts.ts'
import { freePort, runCommand, startCommand, untilItAnswers } from '../run-program.ts'
import { withPublished } from './published.ts'

const require = createRequire(import.meta.url)

/** Where a package is tried: around our applications, under a prefix of them, or to test them. */
type Place = 'around' | 'inside' | 'in tests'

interface Row {
  readonly package: string
  readonly place: Place
  /** What has to be written, in words. */
  readonly lines: string
  /** The program that is run, from this folder. */
  readonly program: string
  /** Throws where the package does not work. */
  run(program: string): Promise<void>
}

const around = (name: string, program: string, lines: string): Row => ({
  package: name,
  place: 'around',
  lines,
  program: `inside/${program}.js`,
  run: asked,
})
const inside = (name: string, program: string, lines: string): Row => ({
  package: name,
  place: 'inside',
  lines,
  program: `mounted/${program}.js`,
  run: mounted,
})
const inTests = (name: string, program: string, lines: string, ...flags: readonly string[]): Row => ({
  package: name,
  place: 'in tests',
  lines,
  program: `tested/${program}.js`,
  run: async (path) => {
    const { code, stdout, stderr } = await runCommand(process.execPath, [...flags, path], { cwd: import.meta.dirname })
    expect([code, code === 0 ? '' : stdout + stderr]).toEqual([0, ''])
  },
})
const faked = (name: string, host: string, lines: string, place: Place = 'around'): Row => ({
  package: name,
  place,
  lines,
  program: '../hosts/hosts.ts',
  run: async () => expect(await HOSTS[host]?.()).toEqual({ status: 200, body: SEEN }),
})

const USE = "`use('/new', toNodeHandler(app))`"
const FETCH = '`app.fetch`'
const LISTENER = '`toNodeHandler(app)` as the application'

const ROWS: readonly Row[] = [
  around('express', 'express', USE),
  around('connect', 'connect', USE),
  around('polka', 'polka', USE),
  around('@nestjs/core', 'nest', `${USE}; with Nest's parsers \`bodyParser: false\``),
  around('h3', 'h3', "`use('/new', fromNodeMiddleware(toNodeHandler(app)))`"),
  around('fastify', 'fastify', '`reply.hijack()`, and no parser of its own in front'),
  around('koa', 'koa', '`context.respond = false`, then the handler'),
  around('hono', 'hono', "`site.mount('/new', app.fetch)`; `basePath` is empty"),
  around('vite', 'vite', 'a plugin of three lines: `middlewares.use`'),
  faked('serverless-http', 'serverless-http', LISTENER),
  faked('@codegenie/serverless-express', '@codegenie/serverless-express', LISTENER),
  faked('@vendia/serverless-express', '@vendia/serverless-express', LISTENER),
  faked('fetch-to-node', 'fetch-to-node', LISTENER),
  faked('srvx', 'srvx', `${LISTENER} of \`toFetchHandler\`; else ${FETCH}`),
  inside('hono', 'hono', '`mount(hono, { strip: true })`'),
  inside('elysia', 'elysia', '`mount(elysia)`, with its own `prefix`'),
  inside('h3', 'h3', '`mount(toWebHandler(h3), { strip: true })`'),
  inside('react-router', 'react-router', 'its static handler with `basename`, and an answer for 404'),
  inTests('supertest', 'supertest', '`request(toNodeHandler(app))`'),
  inTests('light-my-request', 'light-my-request', '`inject(toNodeHandler(app), …)`'),
  faked('node-mocks-http', 'node-mocks-http', 'with `eventEmitter`, and the body by `send`', 'in tests'),
  {
    package: 'jest',
    place: 'in tests',
    lines: '`NODE_OPTIONS=--experimental-vm-modules`, in CommonJS too, where `require` needs Node 24.9',
    program: 'tested/jest.cjs',
    run: jested,
  },
  inTests('msw', 'msw', 'nothing: what handlers ask of others is intercepted'),
  inTests('nock', 'nock', 'nothing: what handlers ask of others is intercepted'),
]

/** Asks an application of ours in a host over a socket: a route with its prefix, octets, JSON that a parser could take. */
async function asked(program: string): Promise<void> {
  const port = await freePort()
  startCommand(process.execPath, ['start.js', program, String(port)], { cwd: import.meta.dirname })
  const url = `http://127.0.0.1:${port}/new`
  await untilItAnswers(`${url}/users/7`)
  const user = (await (await fetch(`${url}/users/7?q=1`)).json()) as object
  expect(user).toMatchObject({ id: '7', q: '1' })
  const octets = new Uint8Array([0, 255, 128, 10])
  for (const [type, body] of [
    ['application/x-octets', octets],
    ['application/json', new TextEncoder().encode('{"a":"grün"}')],
  ] as const) {
    const answer = await fetch(`${url}/echo`, { method: 'POST', body, headers: { 'content-type': type } })
    expect([answer.status, answer.headers.get('x-type'), await answer.bytes()]).toEqual([200, type, body])
  }
}

/** Asks what another library made, under a prefix of ours. */
async function mounted(program: string): Promise<void> {
  const { default: app } = (await import(`./${program}`)) as { default: Application }
  expect(await (await app.request('/theirs/users/7')).json()).toEqual({ id: '7' })
  const headers = { 'content-type': 'text/plain' }
  const echo = await app.request('/theirs/echo', { method: 'POST', body: 'grün', headers })
  expect(await echo.text()).toBe('grün')
  expect((await app.request('/theirs/none')).status).toBe(404)
}

/** Runs a test of jest beside the built packages, in its default, CommonJS. */
async function jested(program: string): Promise<void> {
  const root = withPublished('core', 'http', 'router')
  cpSync(join(import.meta.dirname, program), join(root, 'app.test.cjs'))
  const jest = require.resolve('jest/bin/jest')
  const options = { cwd: root, env: { NODE_ENV: 'test' } }
  const { code, stderr } = await runCommand(process.execPath, ['--experimental-vm-modules', jest], options)
  expect([code, stderr]).toEqual([0, expect.stringContaining('1 passed, 1 total')])
}

const outcomes = new Map<Row, string>()

test.each(ROWS)('$package works $place', async (row) => {
  outcomes.set(row, 'no')
  await row.run(row.program)
  outcomes.set(row, 'works')
})

test('node:test runs a program with an application, and needs nothing', async () => {
  const { code, stdout } = await runCommand(process.execPath, ['tested/node-test.js'], { cwd: import.meta.dirname })
  expect([code, stdout]).toEqual([0, expect.stringContaining('a user')])
})

const PAGE = join(import.meta.dirname, '../../../docs/with-other-libraries.md')

/** The installed version of a package; some do not export their manifest. */
function versionOf(name: string): string {
  const folder = require.resolve.paths(name)?.find((path) => path.endsWith('test/node_modules')) ?? ''
  return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).version
}

function tableOf(version: (name: string) => string): string {
  const lines = ROWS.map((row) => {
    const program = `[program](../test/programs/${row.program.startsWith('../') ? row.program.slice(3) : `interop/${row.program}`})`
    return `| ${row.package} | ${version(row.package)} | ${row.place} | ${outcomes.get(row)} | ${row.lines} | ${program} |`
  })
  return [
    '| package | version | where | outcome | what to write | tried by |',
    '| - | - | - | - | - | - |',
    ...lines,
  ].join('\n')
}

test('the table of the page lists the packages that were tried', () => {
  console.log(tableOf(versionOf))
  // Of a version that is raised within its line the page says nothing.
  const table = tableOf((name) => versionOf(name).replace(/^(0\.\d+|\d+).*/, '$1'))
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', after = ''] = page.split(/(?<=<!-- interop -->\n)[\s\S]*?(?=\n<!-- end -->)/)
  if (process.env.INTEROP === 'write') writeFileSync(PAGE, `${before}\n${table}\n${after}`)
  else expect(bare(page)).toContain(bare(table))
})

/** A table without the spaces and dashes of its columns. */
function bare(table: string): string {
  return table.replace(/ +|-{2,}/g, (match) => (match.startsWith('-') ? '-' : ''))
}
