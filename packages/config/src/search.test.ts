import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { ConfigFileError, type ConfigSource, defineConfig, explain, resolveConfig, search } from './index.ts'
import { errorOf, project } from './project.test.helper.ts'

function resolve(root: string, ...sources: readonly ConfigSource[]): Promise<Record<string, unknown>> {
  return resolveConfig(defineConfig(sources), { root, env: {} })
}

it.each([
  ['package.json', { type: 'module', acme: { port: 1 } }],
  ['.acmerc', { port: 1 }],
  ['.acmerc.json', { port: 1 }],
  ['.acmerc.mjs', 'export default { port: 1 }'],
  ['.config/acmerc', { port: 1 }],
  ['.config/acmerc.ts', 'export default { port: 1 as number }'],
  ['acme.config.js', 'export default { port: await 1 }'],
])('search() finds the settings named acme in %s, and explain names this file', async (place, content) => {
  const root = project({ [place]: content })
  const config = await resolve(root, search('acme'))

  expect(config).toEqual({ port: 1 })
  expect(explain(config, 'port')[0]?.origin).toEqual({ name: place, file: join(root, place) })
})

it('search() reads a YAML file if defineConfig has a loader for YAML', async () => {
  const root = project({ '.acmerc.yaml': 'port: 1\nhosts: [a.example]\n' })
  const loaders = { '.yaml': (_file: string, text: string) => parse(text) }

  expect(await resolveConfig(defineConfig([search('acme')], { loaders }), { root })).toEqual({
    port: 1,
    hosts: ['a.example'],
  })
})

it('a file that search() finds is merged in the order of the sources, so an application can add to settings of its workspace', async () => {
  const workspace = project({
    'package.json': { workspaces: ['apps/*'], acme: { hosts: ['a.example'], db: { pool: 5, tls: true } } },
    'apps/shop/package.json': { name: 'shop' },
  })
  const root = join(workspace, 'apps/shop')
  const shared = search('acme', { upTo: '../..' })

  expect(await resolve(root, { hosts: ['own.example'] }, shared, { db: { pool: 9 } })).toEqual({
    hosts: ['own.example', 'a.example'],
    db: { pool: 9, tls: true },
  })
})

it('search() looks in the root of the configuration and in the folders above it up to upTo, and uses the first file with content', async () => {
  const outside = project({
    '.acmerc': { from: 'outside' },
    'workspace/.acmerc': { from: 'workspace' },
    'workspace/shop/package.json': { type: 'module' },
    'workspace/shop/.acmerc': ' \n',
  })
  const root = join(outside, 'workspace/shop')

  expect(await resolve(root, search('acme'))).toEqual({})
  expect(await resolve(root, search('acme', { upTo: '..' }))).toEqual({ from: 'workspace' })
  writeFileSync(join(root, 'acme.config.mjs'), "export default { from: 'shop' }")
  expect(await resolve(root, search('acme', { upTo: '..' }))).toEqual({ from: 'shop' })
  writeFileSync(join(root, 'package.json'), '{ "type": "module", "acme": { "from": "manifest" } }')
  expect(await resolve(root, search('acme', { upTo: '..' }))).toEqual({ from: 'manifest' })
})

it('search() adds nothing to the configuration if it finds nothing', async () => {
  const root = project({ 'package.json': { type: 'module', acme: null } })

  expect(await resolve(root, { a: 1 }, search('acme'), search('constructor'))).toEqual({ a: 1 })
})

it('the error for a mistake in a file that search() finds names the file, and the line of a syntax error', async () => {
  const failure = async (files: Readonly<Record<string, string | object>>) => {
    const error = await errorOf(resolve(project(files), search('acme')))
    expect(ConfigFileError.is(error)).toBe(true)
    return error.message
  }

  expect(await failure({ '.acmerc': '{\n  "port": 1\n  "host": 2\n}' })).toContain(
    '.acmerc, line 3: cannot be parsed as JSON',
  )
  expect(await failure({ 'package.json': '{\n"acme": {},,\n}' })).toContain(
    'package.json, line 2: cannot be parsed as JSON',
  )
  expect(await failure({ 'acme.config.mjs': 'export default []' })).toContain('acme.config.mjs: gives a list')
  expect(await failure({ 'acme.config.json': [1] })).toContain('acme.config.json: gives a list in place of a map')
  expect(await failure({ 'package.json': { acme: 'on' } })).toContain('package.json: gives a string in place of a map')
})

it('search() refuses an upTo that is not above the root, since the search would then go up to the root of the disk', async () => {
  const root = project({})
  const error = await errorOf(resolve(root, search('acme', { upTo: '../elsewhere' })))

  expect(ConfigFileError.is(error)).toBe(true)
  expect(error.message).toContain(
    "is not above the root, where search('acme') begins. Give a folder above the root as upTo, such as '../..'.",
  )
})

it('search() refuses a name that is not a word, and an unknown option', () => {
  expect(() => search('../acme')).toThrow('search(): a name is a word such as "acme", got "../acme".')
  for (const name of ['acme/../other', 'acme rc', 'acme.config', '', '7up']) {
    expect(() => search(name)).toThrow(`search(): a name is a word such as "acme", got "${name}".`)
  }
  expect(() => search('acme', { upto: '..' } as object)).toThrow(
    'search(): unknown option "upto". Did you mean "upTo"?',
  )
})
