import { once } from 'node:events'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Application } from '@app/core'
import { expect, onTestFinished, test } from 'vitest'
import { HOSTS, LISTENERS, SEEN } from '../hosts/hosts.ts'
import { EVENTS, type Sent } from '../lambda/events.ts'
import { freePort, runCommand, startCommand, untilItAnswers } from '../run-program.ts'
import { drawTable, expectOnPage } from '../tables-of-pages.ts'
import { withPublished } from './published.ts'

const require = createRequire(import.meta.url)

/**
 * The place of a package, or of a platform that hosts functions (FaaS), when it is tried: around our application, under
 * a prefix of it, or in its tests.
 */
type Place = 'around' | 'inside' | 'in tests'

interface Row {
  readonly package: string
  readonly place: Place
  /** The code or setting that a user has to write, as the table in docs/with-other-libraries.md describes it. */
  readonly lines: string
  /** The path of the program that is run, from this folder. */
  readonly program: string
  /** Throws an error if the package does not work. */
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
  run: async () => expect(await HOSTS[host]?.(LISTENERS['a text'])).toEqual({ status: 200, body: SEEN }),
})

type Fetching = (request: Request, ...others: readonly unknown[]) => Promise<Response>
/** The exports that the file for a platform that hosts functions may have. */
interface HostFile {
  readonly default: Fetching & { readonly fetch: Fetching }
  readonly GET: Fetching
  readonly POST: Fetching
  readonly onRequest: (context: object) => Promise<Response>
}

/**
 * Makes the row of a platform that hosts functions (FaaS), such as Netlify, in the table of
 * docs/with-other-libraries.md. `call` passes a request to the exports of the platform's file, as the platform would.
 */
const hosted = (
  name: string,
  program: string,
  lines: string,
  call: (file: HostFile, request: Request) => Promise<Response>,
): Row => ({
  package: name,
  place: 'around',
  lines,
  program: `functions/${program}.js`,
  run: async (path) => {
    const file = (await import(`./${path}`)) as HostFile
    await answersAll((path, init) => call(file, new Request(`https://site.example${path}`, init)))
  },
})
/** The arguments and methods that platforms pass to a function besides the request. */
const PLATFORM = { env: {}, waitUntil: () => undefined, passThroughOnException: () => undefined, params: {} }

const USE = "`use('/new', toNodeHandler(app))`"
const FETCH = '`app.fetch`'
const LISTENER = '`toNodeHandler(app)` as the application'

const ROWS: readonly Row[] = [
  around('express', 'express', USE),
  around('express-4', 'express-4', USE),
  around('connect', 'connect', USE),
  around('polka', 'polka', USE),
  around('@nestjs/core', 'nest', `${USE}; with Nest's parsers \`bodyParser: false\``),
  around('h3', 'h3', "`use('/new', fromNodeMiddleware(toNodeHandler(app)))`"),
  around('fastify', 'fastify', '`reply.hijack()`, and no parser of its own before it'),
  around('koa', 'koa', '`context.respond = false`, then the handler'),
  around('hono', 'hono', "`site.mount('/new', app.fetch)`; `basePath` is empty"),
  around('vite', 'vite', 'a plugin of three lines: `middlewares.use`'),
  faked('serverless-http', 'serverless-http', LISTENER),
  faked('@codegenie/serverless-express', '@codegenie/serverless-express', LISTENER),
  faked('@vendia/serverless-express', '@vendia/serverless-express', LISTENER),
  faked('fetch-to-node', 'fetch-to-node', LISTENER),
  faked('srvx', 'srvx', `${LISTENER} of \`toFetchHandler\`; else ${FETCH}`),
  hosted('Next, route handler', 'next', '`app.fetch` as `GET`, `POST` …', (file, request) =>
    file[request.method as 'GET' | 'POST'](request, { params: Promise.resolve({ path: [] }) }),
  ),
  hosted('Vercel, Fetch', 'vercel', FETCH, ({ default: { fetch } }, request) => fetch(request)),
  {
    ...hosted('Vercel, Node', 'vercel-node', '`toNodeHandler(app)`', async () => new Response()),
    run: async (path) => {
      const { default: listener } = (await import(`./${path}`)) as { default: RequestListener }
      const server = createServer(listener).listen(0, '127.0.0.1')
      onTestFinished(() => void server.close())
      await once(server, 'listening')
      await answersAll((path, init) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init))
    },
  },
  hosted('Netlify Functions', 'netlify', FETCH, ({ default: handler }, request) =>
    handler(request, { ip: '192.0.2.1', geo: {}, params: {}, waitUntil: PLATFORM.waitUntil }),
  ),
  hosted('Cloudflare Pages', 'pages', FETCH, ({ onRequest }, request) => onRequest({ request, ...PLATFORM })),
  hosted('Deno Deploy', 'deno-deploy', FETCH, ({ default: { fetch } }, request) =>
    fetch(request, { remoteAddr: { hostname: '192.0.2.1', port: 1, transport: 'tcp' } }),
  ),
  {
    ...hosted('hono', 'lambda', '`handle(app)` of `hono/aws-lambda`', async () => new Response()),
    run: async (path) => {
      const { handler } = (await import(`./${path}`)) as { handler: (event: object) => Promise<LambdaAnswer> }
      await answersAll(async (path, { method = 'GET', body, headers } = {}) => {
        const [pathname = '', query = ''] = path.split('?')
        const sent = { method, path: pathname, query, body: body as Uint8Array, headers: headers as Sent['headers'] }
        return asResponse(await handler(EVENTS['API Gateway, version 2']?.(sent as Sent) ?? {}))
      })
    },
  },
  inside('hono', 'hono', '`mount(hono, { strip: true })`'),
  inside('elysia', 'elysia', '`mount(elysia)`, with its own `prefix`'),
  inside('h3', 'h3', '`mount(toWebHandler(h3), { strip: true })`'),
  inside('react-router', 'react-router', 'its static handler with `basename`, and a response for 404'),
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
  inTests('msw', 'msw', 'nothing: calls of handlers to others are intercepted'),
  inTests('nock', 'nock', 'nothing: calls of handlers to others are intercepted'),
]

/**
 * Starts a program that contains our application, and sends it requests over a socket. The requests check a route under
 * a prefix, a body of bytes, and a body of JSON. No parser of the program may consume these bodies.
 */
async function asked(program: string): Promise<void> {
  const port = await freePort()
  startCommand(process.execPath, ['start.js', program, String(port)], { cwd: import.meta.dirname })
  const url = `http://127.0.0.1:${port}/new`
  await untilItAnswers(`${url}/users/7`)
  await answersAll((path, init) => fetch(url + path, init))
}

async function answersAll(ask: (path: string, init?: RequestInit) => Promise<Response>): Promise<void> {
  const user = (await (await ask('/users/7?q=1')).json()) as object
  expect(user).toMatchObject({ id: '7', q: '1' })
  const bytes = new Uint8Array([0, 255, 128, 10])
  for (const [type, body] of [
    ['application/x-bytes', bytes],
    ['application/json', new TextEncoder().encode('{"a":"grün"}')],
  ] as const) {
    const answer = await ask('/echo', { method: 'POST', body, headers: { 'content-type': type } })
    expect([answer.status, answer.headers.get('x-type'), await answer.bytes()]).toEqual([200, type, body])
  }
}

interface LambdaAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly isBase64Encoded: boolean
}

function asResponse({ statusCode: status, headers, body, isBase64Encoded }: LambdaAnswer): Response {
  return new Response(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'), { status, headers })
}

/** Sends requests to an application of another library, under a prefix of ours. */
async function mounted(program: string): Promise<void> {
  const { default: app } = (await import(`./${program}`)) as { default: Application }
  expect(await (await app.request('/theirs/users/7')).json()).toEqual({ id: '7' })
  const headers = { 'content-type': 'text/plain' }
  const echo = await app.request('/theirs/echo', { method: 'POST', body: 'grün', headers })
  expect(await echo.text()).toBe('grün')
  expect((await app.request('/theirs/none')).status).toBe(404)
}

/** Runs a test by jest, with the built packages. The test is a CommonJS file, as jest expects by default. */
async function jested(program: string): Promise<void> {
  const root = withPublished('checks', 'core', 'http', 'router')
  cpSync(join(import.meta.dirname, program), join(root, 'app.test.cjs'))
  const jest = require.resolve('jest/bin/jest')
  const options = { cwd: root, env: { NODE_ENV: 'test' } }
  const { code, stderr } = await runCommand(process.execPath, ['--experimental-vm-modules', jest], options)
  expect([code, stderr]).toEqual([0, expect.stringContaining('1 passed, 1 total')])
}

const outcomes = new Map<Row, string>()

test.each(ROWS)('$package works together with our application, in its place "$place"', async (row) => {
  outcomes.set(row, 'no')
  await row.run(row.program)
  outcomes.set(row, 'works')
})

test('node:test tests an application without further settings', async () => {
  const { code, stdout } = await runCommand(process.execPath, ['tested/node-test.js'], { cwd: import.meta.dirname })
  expect([code, stdout]).toEqual([0, expect.stringContaining('a user')])
})

/**
 * The name on npm and the installed version of a package, from the file of its manifest, which some packages do not
 * export; a dash for a platform.
 */
function manifestOf(name: string): { readonly name: string; readonly version: string } {
  const folder = require.resolve.paths(name)?.find((path) => path.endsWith('test/node_modules')) ?? ''
  const path = join(folder, name, 'package.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { name, version: '–' }
}

test('the table in docs/with-other-libraries.md lists the packages that were tried', () => {
  const rows = ROWS.map((row) => {
    const path = row.program.startsWith('../') ? row.program.slice(3) : `interop/${row.program}`
    // docs/with-other-libraries.md has major versions alone, so that an update within a major does not change it.
    const { name, version: exact } = manifestOf(row.package)
    const version = exact.replace(/^(0\.\d+|\d+).*/, '$1')
    return [name, version, row.place, outcomes.get(row) ?? '', row.lines, `[program](../test/programs/${path})`]
  })
  const head = ['package', 'version', 'where', 'outcome', 'what to write', 'tried by']
  if (process.env.TABLES === 'write') for (const { package: name } of ROWS) console.log(name, manifestOf(name).version)
  expectOnPage('with-other-libraries.md', 'interop', drawTable([head, ...rows]))
})
