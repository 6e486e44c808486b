import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { appFromConfig, appInCode, project, run, runJson, runProcess } from '../project.test.helper.ts'
import { refuseTypeScript } from './find-application.ts'

const ONE_ROUTE = appInCode("app.get('/', () => text('x'), 'home')")

async function namesOfRoutes(root: string, args: readonly string[] = []): Promise<readonly string[]> {
  return (await runJson<{ readonly name: string }[]>(root, ['routes', ...args])).map(({ name }) => name)
}

describe('finding the module of the application', () => {
  test('--app names the module of the application by a path relative to the working directory', async () => {
    expect(await namesOfRoutes(project({ 'lib/shop.ts': ONE_ROUTE }), ['--app', 'lib/shop.ts'])).toEqual(['home'])
  })

  test('"app": { "application": … } in package.json names the module of the application', async () => {
    const manifest = { type: 'module', app: { application: './lib/shop.ts' } }
    const root = project({ 'package.json': manifest, 'lib/shop.ts': ONE_ROUTE, 'app.ts': 'throw new Error()' })
    expect(await namesOfRoutes(root)).toEqual(['home'])
  })

  test.each(['src/app.ts', 'src/app.mts', 'app.ts', 'app.js', 'app.mjs'])(
    'without a setting, the module of the application is %s if that file exists',
    async (file) => {
      expect(await namesOfRoutes(project({ [file]: ONE_ROUTE }))).toEqual(['home'])
    },
  )

  test('without a setting, src/app is the module of the application even if app exists too', async () => {
    expect(await namesOfRoutes(project({ 'src/app.js': ONE_ROUTE, 'app.ts': 'throw new Error()' }))).toEqual(['home'])
  })

  test('a command in a folder below the folder of package.json finds the module of the application', async () => {
    const root = project({ 'app.ts': ONE_ROUTE, 'docs/x.md': '' })
    expect(await namesOfRoutes(`${root}/docs`)).toEqual(['home'])
  })

  test('if there is no module of the application, the error names the files that were looked for, and the exit code is 2', async () => {
    const root = project({})
    const { code, stderr } = await run(root, ['routes'])
    expect(code).toBe(2)
    expect(stderr).toContain(`No application was found in ${root}.`)
    expect(stderr).toContain('src/app, app, config/container with .ts, .mts, .js, .mjs')
    expect(stderr).toContain('--app FILE')
  })

  test('if package.json names a missing file as the module of the application, the error names that file', async () => {
    const root = project({ 'package.json': { type: 'module', app: { application: './gone.ts' } } })
    const { code, stderr } = await run(root, ['routes'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('"app.application" is "./gone.ts"')])
  })
})

describe('the default export of the module of the application', () => {
  test('the default export of the module of the application may be an async function that returns an application', async () => {
    const root = project({ 'app.ts': ONE_ROUTE.replace('export default app', 'export default async () => app') })
    expect(await namesOfRoutes(root)).toEqual(['home'])
  })

  test('the default export of the module of the application may be a container that has the application as a service', async () => {
    const config = "export default { routes: { home: { path: '/', middleware: () => new Response() } } }"
    expect(await namesOfRoutes(project(appFromConfig(config)))).toEqual(['home'])
  })

  test.each([
    ['export const app = 1', 'but undefined'],
    ['export default {}', 'but a map'],
    ['export default new Map()', 'but a container without one'],
    ['export default () => 7', 'but a function that gives a number'],
  ])(
    'a default export without an application, as in %s, is an error that describes the export',
    async (source, message) => {
      const { code, stderr } = await run(project({ 'app.ts': source }), ['routes'])
      expect(code).toBe(1)
      expect(stderr).toContain('app.ts exports no application as its default')
      expect(stderr).toContain(message)
    },
  )
})

describe('importing the module of the application', () => {
  test('if the module of the application starts a server on import, nothing listens, and the error suggests a module main.ts', async () => {
    const root = project({ 'app.ts': `${appInCode('')}\nawait app.run({ port: 0 })\nconsole.log('goes on')` })
    const { code, stdout, stderr } = await runProcess(root, ['routes'])
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('app.ts starts a server when it is imported')
    expect(stderr).toContain('main.ts')
    expect(stderr).not.toContain('Listening')
  })

  test('lines that the module of the application prints during its import go to stderr; stdout has only the output of the command', async () => {
    const root = project({ 'app.ts': `console.log('hello')\n${ONE_ROUTE}` })
    const { stdout, stderr } = await runProcess(root, ['routes', '--json'])
    expect(JSON.parse(stdout)).toHaveLength(1)
    expect(stderr).toContain('hello')
  })

  test('a command ends although the module of the application has started a timer', async () => {
    const root = project({ 'app.ts': `setInterval(() => {}, 1000)\n${ONE_ROUTE}` })
    expect((await runProcess(root, ['routes'])).code).toBe(0)
  })

  test('an error that the module of the application throws during its import is reported with file and line', async () => {
    const root = project({ 'app.ts': 'const x: any = null\nexport default x.y' })
    const { code, stderr } = await runProcess(root, ['routes'])
    expect(code).toBe(1)
    expect(stderr).toContain('app.ts cannot be loaded: TypeError')
    expect(stderr).toMatch(/app\.ts:2/)
  })

  test('an error of the framework while the module of the application is imported is printed as its message, without a stack', async () => {
    const { code, stderr } = await runProcess(project(appFromConfig('export default []')), ['routes'])
    expect(code).toBe(1)
    expect(stderr).toContain('config/autoload/app.global.ts: gives a list in place of a map.')
    expect(stderr).not.toContain('    at ')
  })
})

test('on a Node that cannot run TypeScript, the error for app.ts advises a newer Node or JavaScript', () => {
  const refuse = (file: string) => () => refuseTypeScript({ file, root: '/x' }, false)
  expect(refuse('/x/src/app.ts')).toThrow('src/app.ts is TypeScript')
  expect(refuse('/x/src/app.mts')).toThrow('Use Node 22.18 or later')
  expect(refuse('/x/src/app.js')).not.toThrow()
})

test('a .env in UTF-16 ends every command with exit code 1, and the error says to save the file as UTF-8', async () => {
  const root = project({ 'app.ts': ONE_ROUTE })
  writeFileSync(`${root}/.env`, Buffer.from('\uFEFFPORT=1', 'utf16le'))
  expect(await run(root, ['routes'])).toEqual({
    code: 1,
    stdout: '',
    stderr: '.env: is not UTF-8 text. Save it as UTF-8; in PowerShell: Set-Content -Encoding utf8, not ">".\n',
  })
})
