import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFolder, runNode, write } from './written.ts'

const ROOT = join(import.meta.dirname, '../../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const APP = join(ROOT, 'packages/cli/src/main.ts')
const CONFIG = join(import.meta.dirname, 'written.vitest.config.ts')

const APPLICATIONS: readonly (readonly [name: string, flags: readonly string[], hasEndpoint: boolean])[] = [
  ['with-code', ['--style', 'code'], true],
  ['with-pages', ['--style', 'code', '--pages', '--router', 'trouter'], false],
  ['with-files', ['--style', 'configured'], true],
  ['with-modules', ['--style', 'modular', '--log-in'], true],
  ['closed-code', ['--style', 'code', '--log-in', '--api', '--pages'], true],
  ['closed-files', ['--style', 'configured', '--log-in', '--api', '--pages'], true],
]
const folder = newFolder()

beforeAll(async () => {
  await Promise.all(APPLICATIONS.map(([name, flags]) => write(folder, name, flags)))
  for (const [name] of APPLICATIONS) await runNode(join(folder, name), [APP, 'make', 'module', 'billing'])
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the tests of a new module pass, and so do all other tests of the application', async () => {
  const report = join(folder, 'report.json')
  const options = ['--root', '.', '--config', CONFIG, '--reporter', 'json', '--outputFile', report]
  await runNode(folder, [VITEST, 'run', ...options])
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: { name: string }[] }
  expect(testResults.filter(({ name }) => name.endsWith('billing.test.ts'))).toHaveLength(APPLICATIONS.length)
})

describe.each(APPLICATIONS)('%s', (name, _flags, hasEndpoint) => {
  const cwd = join(folder, name)

  test('lint and types pass with the module, and app check finds no problem', async () => {
    expect(await runNode(cwd, ['--run', 'lint'])).toContain('No fixes applied')
    await runNode(cwd, ['--run', 'types'])
    expect(await runNode(cwd, [APP, 'check'])).toContain('All is well: ')
  })

  test('the application has the routes of the module', async () => {
    const routes = JSON.parse(await runNode(cwd, [APP, 'routes', '--path', 'billing', '--json'])) as { path: string }[]
    expect(routes.map(({ path }) => path)).toEqual(hasEndpoint ? ['/billing', '/api/billing'] : ['/billing'])
  })

  test.runIf(hasEndpoint)('the OpenAPI document has the endpoint of the module', async () => {
    const { paths } = JSON.parse(await runNode(cwd, [APP, 'openapi'])) as { paths: object }
    expect(Object.keys(paths)).toContain('/api/billing')
  })

  test('a second call of app make module writes nothing', async () => {
    const texts = () => globSync('{src,config}/**/*.ts', { cwd }).map((file) => readFileSync(join(cwd, file), 'utf8'))
    const before = texts()
    await expect(runNode(cwd, [APP, 'make', 'module', 'billing'])).rejects.toThrow('nothing was written')
    expect(texts()).toEqual(before)
  })
})

test.each(['with-files', 'with-modules'])(
  'in %s, an entry at AFTER_ROUTING runs before the route, and app check finds no problem',
  async (name) => {
    const cwd = join(folder, name)
    const file = join(cwd, 'config/autoload/late.global.ts')
    writeFileSync(file, LATE)
    try {
      expect(await runNode(cwd, [APP, 'check'])).toContain('All is well: ')
      expect(await runNode(cwd, ['--input-type=module', '--eval', ASK])).toContain('seen by /\n')
    } finally {
      rmSync(file)
    }
  },
)

const LATE = `import { matchedRoute, Priority, text } from '@app/core'
const late = (request) => text('seen by ' + matchedRoute(request)?.path)
export default { middleware_pipeline: { late: { middleware: late, priority: Priority.AFTER_ROUTING } } }`
const ASK = `const { default: exported } = await import('./config/container.ts')
const app = await (await exported).get('@app/core/Application')
console.log(await (await app.request('/')).text())`
