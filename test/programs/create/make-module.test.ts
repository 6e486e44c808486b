import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../../packages/cli/src/project.test.helper.ts'
import { newFolder, runNode, write } from './written.ts'

const ROOT = join(import.meta.dirname, '../../..')
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs')
const APP = join(ROOT, 'packages/cli/src/main.ts')
const CONFIG = join(import.meta.dirname, 'written.vitest.config.ts')

type Written = readonly [name: string, flags: readonly string[], hasEndpoint: boolean]

/** Each style, with routes that are open and closed, and with and without an endpoint. */
const EACH_KIND: readonly Written[] = [
  ['with-pages', ['--style', 'code', '--pages', '--router', 'trouter'], false],
  ['with-files', ['--style', 'configured'], true],
  ['with-modules', ['--style', 'modular', '--log-in'], true],
  ['closed-code', ['--style', 'code', '--log-in', '--api', '--pages'], true],
]
const OTHERS: readonly Written[] = [
  ['with-code', ['--style', 'code'], true],
  ['closed-files', ['--style', 'configured', '--log-in', '--api', '--pages'], true],
]
const APPLICATIONS = process.env.FULL ? [...EACH_KIND, ...OTHERS] : EACH_KIND
/** The tests of the log-in hash many passwords: those of one application show that a module breaks none. */
const LEFT_OUT = process.env.FULL ? [] : ['--exclude', 'closed-code/src/log-in/**']
const folder = newFolder()

beforeAll(async () => {
  await Promise.all(APPLICATIONS.map(([name, flags]) => write(folder, name, flags)))
  for (const [name] of APPLICATIONS) {
    expect(await run(join(folder, name), ['make', 'module', 'billing'])).toMatchObject({ code: 0, stderr: '' })
  }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the tests of a new module pass, and so do all other tests of the application', async () => {
  const report = join(folder, 'report.json')
  const options = ['--root', '.', '--config', CONFIG, '--no-isolate', '--reporter', 'json', '--outputFile', report]
  await runNode(folder, [VITEST, 'run', ...options, ...LEFT_OUT])
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: { name: string }[] }
  expect(testResults.filter(({ name }) => name.endsWith('billing.test.ts'))).toHaveLength(APPLICATIONS.length)
})

describe.each(APPLICATIONS)('%s', (name, _flags, hasEndpoint) => {
  const cwd = join(folder, name)

  test('lint and types pass with the module, and app check finds no problem', async () => {
    expect(await runNode(cwd, ['--run', 'lint'])).toContain('No fixes applied')
    // On one thread, the compiler looks at each type once.
    await runNode(cwd, ['--run', 'types', '--', '--singleThreaded'])
    expect(await run(cwd, ['check'])).toMatchObject({ code: 0, stdout: expect.stringContaining('All is well: ') })
  })

  test('the application has the routes of the module', async () => {
    const { stdout } = await run(cwd, ['routes', '--path', 'billing', '--json'])
    const routes = JSON.parse(stdout) as { path: string }[]
    expect(routes.map(({ path }) => path)).toEqual(hasEndpoint ? ['/billing', '/api/billing'] : ['/billing'])
  })

  test.runIf(hasEndpoint)('the OpenAPI document has the endpoint of the module', async () => {
    const { paths } = JSON.parse((await run(cwd, ['openapi'])).stdout) as { paths: object }
    expect(Object.keys(paths)).toContain('/api/billing')
  })

  test('a second call of app make module writes nothing', async () => {
    const texts = () => globSync('{src,config}/**/*.ts', { cwd }).map((file) => readFileSync(join(cwd, file), 'utf8'))
    const before = texts()
    const { code, stderr } = await run(cwd, ['make', 'module', 'billing'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('nothing was written')])
    expect(texts()).toEqual(before)
  })
})

test.each(process.env.FULL ? ['with-files', 'with-modules'] : ['with-files'])(
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
