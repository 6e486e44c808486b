import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { loadConfig } from '../packages/config/src/index.ts'
import { createContainer } from '../packages/container-factory/src/index.ts'
import { bodyParser, PARSED_BODY } from '../packages/core/src/body.ts'
import {
  Application,
  type ApplicationOptions,
  createServer,
  json,
  type Middleware,
} from '../packages/core/src/index.ts'
import { FindMyWayRouter } from '../packages/router-find-my-way/src/index.ts'
import { printTable } from './rehearsal/table.ts'

/**
 * Counts the files and functions of our packages that run during usual work, such as a request or `app.get()`, by the
 * code coverage that V8 measures. Run it by `node tools/walks.ts`; `--files` prints the names as well.
 */
const PACKAGES = join(import.meta.dirname, '../packages/')
const EXAMPLE = join(import.meta.dirname, '../examples/configured/app.ts')
const hasNames = process.argv.includes('--files')
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

interface Walk {
  readonly name: string
  readonly files: ReadonlyMap<string, readonly string[]>
}

/**
 * The code of our packages that runs during a call of `act`. The calls in front of it are not counted: the first one
 * compiles the code, and the second may still fill caches. The shortest of three calls counts, since a timer of a
 * server may fire during one of them.
 */
async function warmWalk(name: string, act: () => unknown): Promise<Walk> {
  for (let i = 0; i < 2; i++) await act()
  const walks = [await walkOnce(name, act), await walkOnce(name, act), await walkOnce(name, act)]
  return walks.reduce((shortest, one) => (functionsIn(one) < functionsIn(shortest) ? one : shortest))
}

/** The code of our packages that runs during the next call of `act`. */
async function walkOnce(name: string, act: () => unknown): Promise<Walk> {
  await session.post('Profiler.takePreciseCoverage')
  await act()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files = new Map<string, readonly string[]>()
  for (const { url, functions } of result) {
    const [, file] = url.split(PACKAGES)
    const entered = functions.filter((one) => one.functionName !== '' && (one.ranges[0]?.count ?? 0) > 0)
    if (file === undefined || file.includes('node_modules') || entered.length === 0) continue
    files.set(
      file,
      entered.map(({ functionName }) => functionName),
    )
  }
  return { name, files }
}

function functionsIn({ files }: Walk): number {
  return [...files.values()].flat().length
}

const onward: Middleware = (request, handler) => handler(request)
const options: ApplicationOptions = { router: new FindMyWayRouter() }
const app = new Application(options)
for (let i = 0; i < 3; i++) app.pipe(onward)
app.pipe(bodyParser())
app.get('/users/{id}', (request) => json({ id: request.params.id }))
app.post('/users/{id}', (request) => json(request.attribute(PARSED_BODY) as object))
const plain = new Application(options)
plain.get('/users/{id}', (request) => json({ id: request.params.id }))

const servers = [createServer(plain), createServer(app)] as const
for (const server of servers) await server.listen({ port: 0, host: '127.0.0.1' })
const [get, post] = servers.map(({ address }) => `http://127.0.0.1:${address?.port}/users/7`)
const headers = { 'content-type': 'application/json' }
const overSockets = [
  await warmWalk('a warm GET', async () => (await fetch(get as string)).text()),
  await warmWalk('a POST with four middleware', async () => {
    return (await fetch(post as string, { method: 'POST', body: '{"a":1}', headers })).text()
  }),
]
for (const server of servers) await server.close({ grace: 0.1 })

let routes = 0
const walks = [
  ...overSockets,
  await warmWalk('new Application()', () => new Application(options)),
  await warmWalk('app.get()', () => plain.get(`/of/{id}/${routes++}`, () => json({}))),
  await warmWalk('a configuration file to a service', async () => {
    return createContainer(await loadConfig({ from: EXAMPLE, env: {} })).get('acme/home')
  }),
  await walkOnce('the first request', async () => {
    const fresh = new Application(options)
    fresh.get('/users/{id}', (request) => json({ id: request.params.id }))
    return fresh.request('/users/7')
  }),
]

printTable(
  ['way', 'files', 'functions'],
  walks.map((one) => [one.name, String(one.files.size), String(functionsIn(one))]),
)
if (hasNames) {
  for (const { name, files } of walks) {
    console.log(`\n${name}`)
    for (const [file, functions] of [...files].sort())
      console.log(`  ${file.replace('/src/', ' ')}: ${functions.join(', ')}`)
  }
}
