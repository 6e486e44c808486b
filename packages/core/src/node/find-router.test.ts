import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { AppFactory, text } from '../index.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Makes a folder with the given files. A map is written as JSON. */
function folderOf(files: Record<string, string | object>): string {
  const folder = mkdtempSync(join(tmpdir(), 'find-router-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

const ROUTER = `export class Router {
  traits = { anyMethod: 'any', emptyList: [], precedence: 'registration', tokens: 'refused' }
  compile(routes) {
    return (method, path) => {
      const route = routes.find((candidate) => candidate.path === path)
      return route ? { matched: true, route, params: {} } : { matched: false, allowedMethods: [] }
    }
  }
}`

function router(name: string, exports: unknown = { import: './router.js' }): Record<string, string | object> {
  return {
    [`node_modules/${name}/package.json`]: { name, type: 'module', exports, app: { router: 'Router' } },
    [`node_modules/${name}/router.js`]: ROUTER,
  }
}

async function bodyFrom(from: string | URL): Promise<string> {
  const app = await AppFactory.create(undefined, undefined, { from })
  app.get('/', () => text('found'))
  return (await app.request('/')).text()
}

test('1.8: an application without a router uses the installed router, whoever published it', async () => {
  const folder = folderOf({
    'package.json': { dependencies: { 'acme-router': '1' } },
    ...router('acme-router'),
    'src/app.js': '',
  })
  expect(await bodyFrom(folder)).toBe('found')
  expect(await bodyFrom(join(folder, 'src'))).toBe('found')
  expect(await bodyFrom(pathToFileURL(join(folder, 'src/app.js')))).toBe('found')
})

test.each([
  ['exports that are a string', './router.js'],
  ['exports that are a map of conditions', { types: './router.d.ts', default: './router.js' }],
  ['exports that are a map of entry points', { '.': { node: './router.js' }, './other': './other.js' }],
  ['main and no exports', undefined],
])('a router is found in a package whose manifest has %s', async (_, exports) => {
  const files = router('acme-router', exports)
  const manifest = files['node_modules/acme-router/package.json'] as object
  if (exports === undefined) Object.assign(manifest, { main: 'router.js' })
  const folder = folderOf({ 'package.json': { dependencies: { 'acme-router': '1' } }, ...files })
  expect(await bodyFrom(folder)).toBe('found')
})

test('a router among the dev dependencies is used only if no dependency is a router', async () => {
  const manifest = { dependencies: { a: '1' }, devDependencies: { b: '1' } }
  expect(await bodyFrom(folderOf({ 'package.json': manifest, ...router('a'), ...router('b') }))).toBe('found')
  expect(await bodyFrom(folderOf({ 'package.json': { devDependencies: { b: '1' } }, ...router('b') }))).toBe('found')
})

test('a missing router is an error with the command that installs one', async () => {
  const folder = folderOf({ 'package.json': { dependencies: { missing: '1' } } })
  await expect(bodyFrom(folder)).rejects.toThrow(expect.objectContaining({ code: 'APP_ROUTER_MISSING' }))
  await expect(bodyFrom(folder)).rejects.toThrow('npm install @app/router-find-my-way')
})

test('a router that is declared, but not installed, is an error that says so', async () => {
  const folder = folderOf({ 'package.json': { dependencies: { 'acme-router': '1' } } })
  await expect(bodyFrom(folder)).rejects.toThrow(
    'package.json depends on no router that is installed: acme-router is declared there, but not found. Install what is',
  )
})

test('two installed routers are an error that names both and shows how to choose one', async () => {
  const manifest = { dependencies: { a: '1', b: '1' } }
  const folder = folderOf({ 'package.json': manifest, ...router('a'), ...router('b') })
  await expect(bodyFrom(folder)).rejects.toThrow(expect.objectContaining({ code: 'APP_ROUTER_AMBIGUOUS' }))
  await expect(bodyFrom(folder)).rejects.toThrow('Several routers are installed: a, b. Remove all but one (npm rm b)')
  await expect(bodyFrom(folder)).rejects.toThrow("import one from 'a' and give it to new Application({ router })")
})

test('a package that declares a router and exports none is named in the error', async () => {
  const files = { ...router('a'), 'node_modules/a/router.js': 'export const Router = class {}' }
  const folder = folderOf({ 'package.json': { dependencies: { a: '1' } }, ...files })
  await expect(bodyFrom(folder)).rejects.toThrow(expect.objectContaining({ code: 'APP_ROUTER_INVALID' }))
  await expect(bodyFrom(folder)).rejects.toThrow('a says that its router is "Router"')
})

test('an application without routes needs no router', async () => {
  const app = await AppFactory.create(undefined, undefined, { from: folderOf({ 'package.json': {} }) })
  expect((await app.request('/')).status).toBe(404)
})

test('a router of the container takes precedence over an installed one', async () => {
  const { FindMyWayRouter } = await import('@app/router-find-my-way')
  const container = new Map<unknown, unknown>([['@app/router/RouterInterface', new FindMyWayRouter()]])
  const app = await AppFactory.create(container as never, undefined, { from: folderOf({ 'package.json': {} }) })
  app.get('/', () => text('container'))
  expect(await (await app.request('/')).text()).toBe('container')
})
