import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text as read } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { Application, createServer, ErrorHandler, HttpError, type MiddlewareInterface, text } from '@app/core'
import { developmentErrorResponder } from '@app/development'
import { inspector } from '@app/inspector'
import { problemDetails } from '@app/problem-details'
import { FindMyWayRouter } from '@app/router-find-my-way'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

/** Written apart, since a page may show lines of this file. */
const SECRET = ['tops3', 'cret'].join('')
const LINES = ['const shown = "a line of code"', `const password = "${SECRET}"`, 'more()']

const outside = mkdtempSync(join(tmpdir(), 'outside-'))
const project = mkdtempSync(join(tmpdir(), 'project-'))
const ordinary = join(project, 'src', 'shop.ts')

beforeAll(() => {
  for (const folder of ['src', 'node_modules/lib', '.git', '..hidden'])
    mkdirSync(join(project, folder), { recursive: true })
  const files = [
    ordinary,
    ...['node_modules/lib/a.js', '.git/a.js', '.env', 'key.pem'].map((name) => join(project, name)),
  ]
  for (const file of [...files, join(outside, 'a.js'), join(outside, 'passwd')]) writeFileSync(file, LINES.join('\n'))
  symlinkSync(join(outside, 'a.js'), join(project, 'src', 'link.ts'))
})
afterAll(() => {
  for (const folder of [outside, project]) rmSync(folder, { recursive: true })
})

beforeEach(() => {
  vi.stubEnv('NODE_ENV', 'development')
  vi.spyOn(process, 'cwd').mockReturnValue(project)
  vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

type Headers = Readonly<Record<string, string>>

/** An application that throws for `/reset/{token}`, after middleware that answers errors. */
function failing(errors: MiddlewareInterface, thrown: unknown): Application {
  const app = new Application({ router: new FindMyWayRouter(), onError: () => undefined }).pipe(errors)
  app.get('/reset/{token}', () => {
    throw thrown
  })
  return app
}

interface Showing {
  readonly accept: string
  /** The path where the error is shown, if it is not the response to the request that fails. */
  readonly path?: string
  readonly application: (thrown: unknown, hosts: readonly string[]) => Application
}

const listeners: [] = []
const RESPONDING: Showing['application'] = (thrown, hosts) =>
  failing(new ErrorHandler({ listeners, respond: developmentErrorResponder(undefined, { hosts }) }), thrown)

/** Everything that shows an error in development. */
const SHOWING: Readonly<Record<string, Showing>> = {
  'the error page': { accept: 'text/html', application: RESPONDING },
  'the problem document': { accept: 'application/json', application: RESPONDING },
  'the problem of problemDetails()': {
    accept: 'application/json',
    application: (thrown, hosts) => failing(problemDetails({ development: true, hosts, listeners }), thrown),
  },
  'the reason below a page': {
    accept: 'text/html',
    application: (thrown, hosts) => {
      const respond = developmentErrorResponder(() => text('page', { status: 409 }), { hosts })
      return failing(new ErrorHandler({ listeners, respond }), new HttpError(409, (thrown as Error).message))
    },
  },
  'the inspector': {
    accept: 'text/html',
    path: '/_app/errors',
    application: (thrown, hosts) => {
      const app = failing(new ErrorHandler({ listeners }), thrown)
      return new Application({ onError: () => undefined }).pipe(inspector(app, { hosts })).pipe(app)
    },
  },
}
const TABLE = Object.entries(SHOWING)

interface Visit {
  readonly headers?: Headers
  readonly hosts?: readonly string[]
  readonly target?: string
}

/** Lets a visitor cause an error, over a connection, and returns what this visitor then sees. */
async function seen({ accept, path, application }: Showing, thrown: unknown, visit: Visit = {}): Promise<string> {
  const { headers = {}, hosts = [], target = '/reset/t0ken' } = visit
  await using server = await createServer(application(thrown, hosts), { trustProxy: ['loopback'] }).listen({ port: 0 })
  const { port } = server.address ?? {}
  const get = async (target: string) => {
    const request = send({ port, path: target, agent: false, headers: { accept, host: 'localhost', ...headers } }).end()
    const [response] = (await once(request, 'response')) as [Readable]
    return read(response)
  }
  let answer = await get(target)
  if (path === undefined) return answer
  // The inspector keeps a request once its response is sent.
  do answer = await get(path)
  while (answer === '[]')
  return answer
}

test.each(TABLE)(
  '%s is shown to browsers of this machine, and to others under names of the option hosts',
  async (_, showing) => {
    const shown = async (headers: Headers, hosts: readonly string[] = []) =>
      (await seen(showing, new Error('no luck'), { headers, hosts })).includes('no luck')
    const hosts = ['dev.example']
    const rows: readonly (readonly [isShown: boolean, headers: Headers, hosts?: readonly string[]])[] = [
      ...['localhost:8080', 'shop.localhost', '127.0.0.1:1', '[::1]:1'].map((host) => [true, { host }] as const),
      ...['evil.example', 'localhost.evil.example', '10.0.0.7', '0.0.0.0'].map((host) => [false, { host }] as const),
      [true, { host: 'dev.example' }, hosts],
      [false, { host: 'evil.example' }, hosts],
      [false, { 'x-forwarded-for': '192.168.1.20' }],
      [true, { 'x-forwarded-for': '192.168.1.20' }, hosts],
      [false, { host: 'evil.example', 'x-forwarded-host': 'localhost' }],
      [false, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
      [true, { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
      [true, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ]
    for (const [isShown, headers, names] of rows) {
      expect.soft([await shown(headers, names), headers, names]).toEqual([isShown, headers, names])
    }
  },
)

/** Makes an error whose stack has a frame in `location`, after the message. */
function thrownIn(location: string, message = 'no luck'): Error {
  return Object.assign(new Error(message), { stack: `Error: ${message}\n    at f (${location}:2:1)` })
}
const frameOf = (location: string) => `\n    at x (${location}:2:1)`
const passwd = pathToFileURL(join(outside, 'passwd')).href

test.each(TABLE)(
  '%s shows lines of the project alone, and none for text of a message that looks like a stack',
  async (name, showing) => {
    const url = pathToFileURL(ordinary).href
    const ours = [thrownIn(ordinary), thrownIn(url), thrownIn(`${url}?again`)]
    const changed = thrownIn('node:fs', `no luck${frameOf(`${passwd}?.js`)}`)
    changed.message = 'changed later'
    const foreign: readonly unknown[] = [
      ...[`${passwd}?.js`, `${passwd}#.js`, join(outside, 'a.js'), `${join(outside, 'passwd')}?.js`].map((location) =>
        thrownIn(location),
      ),
      ...[
        'src/link.ts',
        'node_modules/lib/a.js',
        '.git/a.js',
        '.env',
        'key.pem',
        '.env?.js',
        'src/../../outside/a.js',
      ].map((path) => thrownIn(join(project, path))),
      thrownIn(`${pathToFileURL(project).href}/..%2foutside/a.js`),
      new Error(`no luck${frameOf(`${passwd}?.js`)}${frameOf(ordinary)}\n`),
      new Error('wrapped', { cause: new Error(`no luck${frameOf(ordinary)}`) }),
      new AggregateError([new Error(`no luck${frameOf(ordinary)}`)], 'several'),
      Object.assign(new Error(`no luck${frameOf(ordinary)}`), { name: `Odd${frameOf(ordinary)}` }),
      { message: 'sent', stack: `Error: sent${frameOf(ordinary)}` },
      changed,
    ]
    const hasLines = ['the error page', 'the problem document', 'the inspector'].includes(name)
    for (const error of ours) expect.soft((await seen(showing, error)).includes('a line of code')).toBe(hasLines)
    for (const error of foreign) expect.soft(await seen(showing, error)).not.toContain('a line of code')
  },
)

test.each(TABLE)('%s masks secrets in the error, in the source, and in the request', async (_, showing) => {
  const url = `postgres://ada:${SECRET}@db/app`
  const errors: readonly unknown[] = [
    new Error(`connect to ${url}`),
    new Error('wrapped', { cause: new Error(url) }),
    new Error('wrapped', { cause: `token=${SECRET}` }),
    Object.assign(new Error('coded'), { code: url }),
    Object.assign(new Error('named'), { name: `Error ${url}` }),
    thrownIn(ordinary),
  ]
  for (const error of errors) expect.soft(await seen(showing, error)).not.toContain(SECRET)
  const visits: readonly Visit[] = [
    ...['authorization', 'cookie', 'x-api-key', 'x-mfa-code', 'referer', 'x-amzn-oidc-data'].map((name) => ({
      headers: { [name]: SECRET },
    })),
    ...['password', 'code', 'SAMLResponse', 'pass%77ord', 'ticket', 'invite'].map((name) => ({
      target: `/reset/a?${name}=${SECRET}`,
    })),
    { target: `/reset/${SECRET}` },
    { target: `/reset/a?next=${encodeURIComponent(url)}` },
    { headers: { referer: `https://a.example/?code=${SECRET}`, 'x-forwarded-uri': `/?accesstoken=${SECRET}` } },
  ]
  for (const visit of visits) expect.soft(await seen(showing, new Error('x'), visit)).not.toContain(SECRET)
})
