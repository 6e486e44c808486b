import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startProgram } from '../run-program.ts'
import { APPLICATIONS, type Combination, PACKAGES } from './combinations.ts'
import { newFolder, runNode, startScript, write } from './written.ts'

const ROOT = join(import.meta.dirname, '../../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const APP = join(ROOT, 'packages/cli/src/main.ts')
const ALL = [...APPLICATIONS.map(({ name, flags }) => [name, flags] as const), ...PACKAGES]
const folder = newFolder()

beforeAll(async () => {
  await Promise.all(ALL.map(([name, flags]) => write(folder, name, flags)))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every project that npm create @app writes passes its own tests', async () => {
  const config = join(import.meta.dirname, 'written.vitest.config.ts')
  const report = join(folder, 'report.json')
  await runNode(folder, [
    VITEST,
    'run',
    '--root',
    '.',
    '--config',
    config,
    '--reporter',
    'json',
    '--outputFile',
    report,
  ])
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: { name: string }[] }
  const tested = testResults.map(({ name }) => name.slice(folder.length + 1).replace(/\/.*/, ''))
  expect([...new Set(tested)].sort()).toEqual(ALL.map(([name]) => name).sort())
})

describe.each(ALL)('%s', (name) => {
  const cwd = join(folder, name)

  test('a created project passes its own lint', async () => {
    expect(await runNode(cwd, ['--run', 'lint'])).toContain('No fixes applied')
  })

  test('a created project passes its own type check', async () => {
    await runNode(cwd, ['--run', 'types'])
  })

  test('a created project contains no lines or files of features that were not chosen', () => {
    const files = globSync(['**/*', '**/.*'], { cwd, exclude: ['node_modules'], withFileTypes: true })
    const texts = files
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name), 'utf8'))
    expect(texts.join('')).toContain(name)
    expect(texts.filter((text) => text.includes('@acme/example'))).toEqual([])
    expect(files.filter((file) => file.name.startsWith('_'))).toEqual([])
  })
})

describe.each(APPLICATIONS)('$name', ({ name, style, hasPages, hasApi, hasLogIn, router }) => {
  const cwd = join(folder, name)

  test('a created project answers over HTTP as its options say, with the chosen router', async () => {
    const program = startProgram('src/main.ts', { cwd, env: { PORT: '0' } })
    const [, url = '', found] = await program.waitFor(/Listening on (\S+) \((\w+),/)
    const statusOf = async (path: string) => (await fetch(url + path)).status
    expect(found).toBe(router)
    expect(await statusOf('/health/ready')).toBe(200)
    // The address `/` has a response in every application: in one without pages, it shows the API.
    expect(await statusOf('/')).toBe(200)
    expect(await statusOf('/style.css')).toBe(hasPages ? 200 : 404)
    for (const path of ['/api/hello/Ada', '/api/openapi.json', '/api/docs', '/api/docs?file=swagger-ui.css'])
      expect(await statusOf(path), path).toBe(hasApi ? 200 : 404)
    // A request that does not accept HTML gets 401. A browser is sent to the log-in page, which another test covers.
    expect(await statusOf('/account')).toBe(hasLogIn ? 401 : 404)
    if (hasPages) expect(await (await fetch(`${url}/hello/Ada`)).text()).toContain('<h1>Hello, Ada!</h1>')
    program.stop()
    expect(await program.ended).toBe(0)
  })

  test('app check finds no problem, and the declarations that app types generates fit the configuration', async () => {
    expect(await runNode(cwd, [APP, 'check'])).toContain('All is well: ')
    if (style === 'code') return
    expect(await runNode(cwd, [APP, 'types', '--check'])).toContain('config/types.d.ts matches the configuration.')
  })
})

describe.each(APPLICATIONS.filter(({ style }) => style !== 'code'))('$name', ({ name }) => {
  const cwd = join(folder, name)

  test('app routes --lock writes a routes.lock.json that app check and the linter accept', async () => {
    const lock = join(cwd, 'routes.lock.json')
    try {
      expect(await runNode(cwd, [APP, 'routes', '--lock'])).toContain('Wrote routes.lock.json: ')
      expect(await runNode(cwd, [APP, 'check'])).toContain('All is well: ')
      await runNode(cwd, ['--run', 'lint'])
    } finally {
      rmSync(lock, { force: true })
    }
  })

  test('a misspelt name of a service is an error of the compiler', async () => {
    const file = join(cwd, 'src/misspelt.ts')
    const text = "import container from '../config/container.ts'\n\nexport const hello = container.get('greetin')\n"
    writeFileSync(file, text)
    await expect(runNode(cwd, ['--run', 'types'])).rejects.toThrow(/src\/misspelt\.ts\(3,[\s\S]*"greetin"/)
    rmSync(file)
  })
})

/**
 * Returns a file of a created application, and a change of its text that adds a route `/boom` whose handler throws. The
 * test writes the change while the application runs.
 */
function failing({ style, hasLogIn }: Combination): readonly [file: string, change: (text: string) => string] {
  if (style === 'code') {
    const open = hasLogIn ? ".set(REQUIRES, 'public')" : ''
    const route = `app.get('/boom', ${BOOM})${open}\n\nexport default`
    return ['src/app.ts', (text) => text.replace('export default', route)]
  }
  const open = hasLogIn ? ", metadata: { '@app/authorization': 'public' }" : ''
  const routes = `export default { routes: [{ path: '/boom', middleware: ${BOOM}${open} }] }`
  return ['config/autoload/boom.global.ts', () => routes]
}
const BOOM = "() => { throw new Error('no such luck') }"
const WITH_PAGES = APPLICATIONS.filter(({ router, hasPages }) => router === 'FindMyWayRouter' && hasPages)

describe.each(WITH_PAGES)('in $name', (combination) => {
  const cwd = join(folder, combination.name)

  test('npm run dev logs each request, restarts after a change, and shows an error in full', async () => {
    const program = startScript(cwd, 'dev', { PORT: '0' })
    const [file, change] = failing(combination)
    const [, url = ''] = await program.waitFor(/Listening on (\S+)/)
    expect((await fetch(`${url}/hello/Ada`)).status).toBe(200)
    await program.waitFor(/"path":"\/hello\/Ada","route":"\/hello\/\{name\}","status":200/)

    const path = join(cwd, file)
    writeFileSync(path, change(existsSync(path) ? readFileSync(path, 'utf8') : ''))
    const [, next = ''] = await program.waitFor(/Listening[\s\S]*Listening on (\S+)/)
    const response = await fetch(`${next}/boom`, { headers: { accept: 'text/html' } })
    expect(response.status).toBe(500)
    const page = await response.text()
    expect(page).toContain('<h1>Error</h1>')
    expect(page).toContain('no such luck')
    expect(page).toContain(file)
    expect(await (await fetch(`${next}/nowhere`)).text()).toContain('There is no such page.')
  })

  test('in production, npm start answers the same error with the error page of the application, which reveals nothing', async () => {
    const program = startScript(cwd, 'start', { PORT: '0', NODE_ENV: 'production', SMTP_URL: 'smtp://127.0.0.1' })
    const [, url = ''] = await program.waitFor(/Listening on (\S+)/)
    const response = await fetch(`${url}/boom`)
    const page = await response.text()
    expect(response.status).toBe(500)
    expect(page).toContain(`If you write to us, name <code>${response.headers.get('x-request-id')}</code>.`)
    expect(page).not.toContain('no such luck')
  })
})

test.each(PACKAGES)('publint and attw find nothing wrong with the tarball of %s', async (name) => {
  const printed = await runNode(join(folder, name), ['--run', 'tarball'])
  expect(printed).toContain('All good!')
  expect(printed).toContain('🟢 (ESM)')
})
