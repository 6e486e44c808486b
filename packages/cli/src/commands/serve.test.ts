import { readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { appFromConfig, appInCode, project, run, start, write } from '../project.test.helper.ts'

const GREETING = appInCode("app.get('/', () => text('one'))\napp.get('/logo.svg', () => text('route'))")
const ANY_PORT = ['--port', '0', '--host', '127.0.0.1']
const ADDRESS = /Listening on (http:\S+)/

test('app serve serves the application at the given host and port, and ends with exit code 0 after a signal', async () => {
  const server = start(project({ 'app.ts': GREETING }), ['serve', '--no-watch', ...ANY_PORT])
  const url = await server.waitFor(ADDRESS)
  expect(await (await fetch(url)).text()).toBe('one')
  expect(server.output()).toContain('(FindMyWayRouter, 2 routes)')
  expect(await server.stop()).toBe(0)
})

test('app serve serves the files of public/ before the application, and with --no-public it does not serve them', async () => {
  const root = project({ 'app.ts': GREETING, 'public/logo.svg': '<svg/>', 'config/secret.txt': 'x' })
  const [withFiles, without] = [['--no-watch'], ['--no-watch', '--no-public']].map((args) => {
    return start(root, ['serve', ...args, ...ANY_PORT])
  })
  const url = await withFiles?.waitFor(ADDRESS)
  const response = await fetch(`${url}/logo.svg`)
  expect([response.headers.get('content-type'), await response.text()]).toEqual(['image/svg+xml', '<svg/>'])
  expect(await (await fetch(`${url}/`)).text()).toBe('one')
  expect((await fetch(`${url}/../config/secret.txt`)).status).toBe(404)
  expect(withFiles?.output()).toContain('/public are served before the application.')

  expect(await (await fetch(`${await without?.waitFor(ADDRESS)}/logo.svg`)).text()).toBe('route')
})

test('app serve does not serve public/ if the application pipes the service @app/static', async () => {
  const config = `
import { configProvider } from '@app/static'
const folder = new URL('../../public/', import.meta.url)
export default { ...configProvider(), static: { folder, cacheControl: 'no-cache' } }`
  const root = project({ ...appFromConfig(config), 'public/a.txt': 'a' })
  const server = start(root, ['serve', '--no-watch', ...ANY_PORT])
  const response = await fetch(`${await server.waitFor(ADDRESS)}/a.txt`)
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(server.output()).not.toContain('in front of the application')
})

test('app serve does not serve public/ if the application pipes serveStatic() in code', async () => {
  const piped = "import { serveStatic } from '@app/static'\napp.pipe(serveStatic(new URL('public/', import.meta.url)))"
  const server = start(project({ 'app.ts': appInCode(piped), 'public/a.txt': 'a' }), [
    'serve',
    '--no-watch',
    ...ANY_PORT,
  ])
  expect(await (await fetch(`${await server.waitFor(ADDRESS)}/a.txt`)).text()).toBe('a')
  expect(server.output()).not.toContain('in front of the application')
})

test('app serve prints a line for each request, unless the application has an access log itself', async () => {
  const quiet = start(project({ 'app.ts': GREETING }), ['serve', '--no-watch', ...ANY_PORT])
  const url = await quiet.waitFor(ADDRESS)
  await fetch(`${url}/`)
  await fetch(`${url}/nowhere`)
  await quiet.waitFor(/(\d\d:\d\d:\d\d GET \/ 200 \d+\.\d ms 3 B \/)\n/)
  await quiet.waitFor(/(GET \/nowhere 404 \d+\.\d ms)/)

  const logging = "import { accessLog } from '@app/core/logging'\napp.pipe(accessLog({ format: 'json' }))"
  const own = start(project({ 'app.ts': appInCode(logging) }), ['serve', '--no-watch', ...ANY_PORT])
  await fetch(`${await own.waitFor(ADDRESS)}/nowhere`)
  await own.waitFor(/("status":404)/)
  expect(own.output()).not.toContain('GET /nowhere')
})

test('app serve answers an unhandled error with its message and file, and logs it as usual; a 404 says why no route matches', async () => {
  const source = appInCode(`
app.get('/boom', () => { throw new Error('no such luck') })
app.get('/named', () => { throw new HttpError(409, 'Taken.', { expose: true }) })`)
    .replace('import {', 'import { HttpError,')
    .replace('new Application({', "new Application({ onError: (error) => console.log('heard', error.message), ")
  const server = start(project({ 'app.ts': source }), ['serve', '--no-watch', ...ANY_PORT], {
    NODE_ENV: 'development',
  })
  const url = await server.waitFor(ADDRESS)
  const response = await fetch(`${url}/boom`, { headers: { accept: 'text/html' } })
  const page = await response.text()
  expect(response.status).toBe(500)
  expect(page).toContain('no such luck')
  expect(page).toContain('app.ts')
  await server.waitFor(/(heard no such luck)/)
  expect(await (await fetch(`${url}/named`)).text()).toBe('Taken.')
  const missing = await fetch(`${url}/nowhere`)
  expect([missing.status, await missing.text()]).toEqual([
    404,
    expect.stringMatching(/^Not Found\n.*no route has this path/),
  ])
  const refused = await fetch(`${url}/boom`, { method: 'DELETE' })
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET'])
})

describe('app serve with the inspector as a development dependency', () => {
  const inspected = (files: Readonly<Record<string, string | object>>) =>
    project({ ...files, 'package.json': { type: 'module', devDependencies: { '@app/inspector': '^1.0.0' } } })
  const DEVELOPMENT = { NODE_ENV: 'development' }

  test('app serve prints the address of the inspector, and the inspector shows the requests of the application', async () => {
    const server = start(inspected({ 'app.ts': GREETING }), ['serve', '--no-watch', ...ANY_PORT], DEVELOPMENT)
    const url = await server.waitFor(ADDRESS)
    const page = await server.waitFor(/Inspector on (http:\S+\/_app\/)/)
    expect(page).toBe(`${url}/_app/`)
    expect(await (await fetch(page)).text()).toContain('<title>Inspector</title>')
    await fetch(`${url}/nowhere`)
    await server.waitFor(/(GET \/nowhere 404)/)
    expect(await (await fetch(`${page}requests/1`)).json()).toMatchObject({ target: '/nowhere', status: 404 })
    expect(server.output()).not.toContain('GET /_app')
  })

  test('the inspector of app serve uses the options that the configuration has for it, and the error for a wrong option names the option', async () => {
    const files = (path: string) => appFromConfig(`export default { inspector: { path: '${path}' } }`)
    const server = start(inspected(files('/look')), ['serve', '--no-watch', '--json', ...ANY_PORT], DEVELOPMENT)
    const page = await server.waitFor(/"inspector": "(http:[^"]*\/look\/)"/)
    expect((await fetch(page)).status).toBe(200)
    const { all } = (await (await fetch(`${page}services`)).json()) as { all: { name: string; madeAt?: number }[] }
    // This service is constructed while the application is loaded, before the inspector is mounted. The inspector shows
    // the time of its construction nevertheless.
    expect(all.find(({ name }) => name === '@app/core/Application')?.madeAt).toBeTypeOf('number')
    const wrong = await run(inspected(files('look')), ['serve', '--no-watch', ...ANY_PORT], DEVELOPMENT)
    expect(wrong.stderr).toMatch(/inspector\.path.*a path such as "\/_app"/)
  })

  test('app serve leaves the inspector out if NODE_ENV is not development', async () => {
    const server = start(inspected({ 'app.ts': GREETING }), ['serve', '--no-watch', ...ANY_PORT], {
      NODE_ENV: 'production',
    })
    const url = await server.waitFor(ADDRESS)
    expect((await fetch(`${url}/_app/`)).status).toBe(404)
    expect(server.output()).not.toContain('Inspector')
  })
})

test('app serve --json prints the address of the server as JSON, and no lines for requests', async () => {
  const server = start(project({ 'app.ts': GREETING }), ['serve', '--json', '--no-watch', ...ANY_PORT])
  const port = await server.waitFor(/"port": (\d+)/)
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('one')
  expect(await server.stop()).toBe(0)
  expect(server.output()).not.toContain('GET /')
})

describe('app serve while files change', () => {
  const FROM_FILES = {
    ...appFromConfig(`
import { env } from '@app/config'
import { text } from '@app/core'
export default {
  dependencies: {
    services: { word: env('WORD_OF_THE_TEST', 'zero') },
    factories: { answer: (container) => () => text([container.get('word'), container.get('config').more].join()) },
  },
  middleware_pipeline: { answer: { middleware: 'answer' } },
}`),
    'config/autoload/more.global.json': { more: 'one' },
  }

  /**
   * Returns a function that waits for the next start of the server, and fetches its response from the printed address.
   */
  function answers(server: ReturnType<typeof start>): () => Promise<string> {
    let seen = 0
    return async () => {
      const url = await server.waitFor(new RegExp(`(?:Listening on http:[^]*?){${seen}}Listening on (http:\\S+)`))
      seen++
      return (await fetch(url)).text()
    }
  }

  test('app serve restarts the server when a module, JSON, a new file, .env or package.json changes', async () => {
    const root = project(FROM_FILES)
    const next = answers(start(root, ['serve', ...ANY_PORT]))
    expect(await next()).toBe('zero,one')
    write(root, { 'config/autoload/more.global.json': { more: 'two' } })
    expect(await next()).toBe('zero,two')
    write(root, { 'config/autoload/new.global.ts': "export default { more: 'three' }" })
    expect(await next()).toBe('zero,three')
    write(root, { '.env': 'WORD_OF_THE_TEST=four' })
    expect(await next()).toBe('four,three')
    write(root, { 'config/autoload/new.global.ts': "export default { more: 'five' }" })
    expect(await next()).toBe('four,five')
    write(root, { 'package.json': readFileSync(`${root}/package.json`, 'utf8').replace('{', '{ "version": "1.0.0",') })
    expect(await next()).toBe('four,five')
  })

  test('after a syntax error in an imported file has ended the server, app serve starts it again when the file is corrected', async () => {
    const root = project({ 'app.ts': GREETING, 'word.ts': "export const word = 'one'" })
    write(root, { 'app.ts': GREETING.replace("text('one')", 'text(word)').concat("import { word } from './word.ts'") })
    const server = start(root, ['serve', ...ANY_PORT])
    const next = answers(server)
    expect(await next()).toBe('one')
    write(root, { 'word.ts': 'export const word = ;' })
    await server.waitFor(/started again when a file changes/)
    write(root, { 'word.ts': "export const word = 'two'" })
    expect(await next()).toBe('two')
    expect(await server.stop()).toBe(0)
  })

  test('app serve also restarts the server when a module outside of the folder of the application changes', async () => {
    const root = project({
      'app.ts': GREETING.concat("import { word } from '../beside/word.ts'").replace("'one'", 'word'),
    })
    write(dirname(root), { 'beside/word.ts': "export const word = 'one'" })
    const next = answers(start(root, ['serve', ...ANY_PORT]))
    expect(await next()).toBe('one')
    write(dirname(root), { 'beside/word.ts': "export const word = 'two'" })
    expect(await next()).toBe('two')
  })
})

test('app serve listens on the port that the variable PORT in .env or in the environment names', async () => {
  const root = project({ 'app.ts': GREETING, '.env': '\uFEFFPORT=0' })
  const server = start(root, ['serve', '--no-watch'])
  expect(await (await fetch(await server.waitFor(ADDRESS))).text()).toBe('one')
  expect(await run(root, ['serve', '--no-watch'], { PORT: '80x' })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The application cannot start: TypeError: The variable PORT must be an integer from 0 to 65535, got "80x"\n.*\n$/,
    ),
  })
})

test('without @app/static, app serve says only once that public/ is not served, even if it restarts the server', async () => {
  const root = project({ 'app.ts': GREETING, 'public/logo.svg': '<svg/>' })
  rmSync(`${root}/../node_modules/@app/static`)
  const server = start(root, ['serve', ...ANY_PORT], { NODE_PATH: '' })
  await server.waitFor(ADDRESS)
  write(root, { 'app.ts': GREETING.replace("'one'", "'two'") })
  await server.waitFor(/(?:Listening on http:[\s\S]*){2}/)
  expect(server.output().match(/public is not served/g)).toHaveLength(1)
  expect(server.output()).toContain('npx app add @app/static')
})

test.each([
  ['a service that starts with the program throws', "throw new Error('no such queue')", 'no such queue'],
  ['a service is missing', "return container.get('@app/session')", 'missing @app/session'],
])('if %s, app serve prints the cause in a few lines, without a long stack', async (_what, body, message) => {
  const root = project(
    appFromConfig(`export default { dependencies: { eager: ['q'], factories: { q: (container) => { ${body} } } } }`),
  )
  const { code, stderr } = await run(root, ['serve', '--no-watch', ...ANY_PORT])
  expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
  expect(stderr.trimEnd().split('\n').length).toBeLessThan(5)
})
