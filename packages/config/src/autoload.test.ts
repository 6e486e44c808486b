import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import json5 from 'json5'
import * as toml from 'smol-toml'
import { describe, expect, it } from 'vitest'
import * as yaml from 'yaml'
import { autoload, ConfigFileError, defineConfig, resolveConfig, type Variables } from './index.ts'
import { errorOf, project } from './project.test.helper.ts'

async function order(names: readonly string[], env: Variables = {}): Promise<unknown> {
  const root = project(Object.fromEntries(names.map((name) => [`config/autoload/${name}`, { order: [name] }])))
  const { order } = await resolveConfig(defineConfig([autoload('config/autoload')]), { root, env })
  return order
}

describe('autoload', () => {
  it('2.8: autoload loads the files global, *.global, local, *.local, in this order', async () => {
    expect(await order(['z.local.json', 'local.json', 'z.global.json', 'a.local.json', 'global.json'])).toEqual([
      'global.json',
      'z.global.json',
      'local.json',
      'a.local.json',
      'z.local.json',
    ])
  })

  it('autoload loads the files of the environment (APP_ENV, else NODE_ENV) between the global and the local files, and no files of other environments', async () => {
    const files = ['a.local.json', 'test.json', 'b.production.json', 'production.json', 'z.global.json', 'a.test.json']

    expect(await order(files, { APP_ENV: 'production', NODE_ENV: 'test' })).toEqual([
      'z.global.json',
      'production.json',
      'b.production.json',
      'a.local.json',
    ])
    expect(await order(files, { NODE_ENV: 'production' })).toHaveLength(4)
    expect(await order(files, { NODE_ENV: '' })).toEqual(['z.global.json', 'a.local.json'])
    expect(await order([...files, '.production.json', 'xproduction.json'], { APP_ENV: 'production' })).toHaveLength(4)
  })

  it('autoload leaves out the local files in the environment test unless APP_LOCAL is yes, and in every environment if APP_LOCAL is 0', async () => {
    const files = ['global.json', 'test.json', 'local.json', 'a.local.json', 'production.json']

    expect(await order(files, { NODE_ENV: 'test' })).toEqual(['global.json', 'test.json'])
    expect(await order(files, { NODE_TEST_CONTEXT: 'child-v8' })).toEqual(['global.json', 'test.json'])
    expect(await order(files, { NODE_ENV: 'test', APP_LOCAL: 'yes' })).toHaveLength(4)
    expect(await order(files, { APP_ENV: 'production', APP_LOCAL: '0' })).toEqual(['global.json', 'production.json'])
    expect(await order(files, { APP_ENV: 'local', APP_LOCAL: '0' })).toEqual(['global.json'])
    expect(await order(files, { APP_ENV: 'global' })).toEqual(['global.json', 'local.json', 'a.local.json'])
    await expect(order(files, { APP_LOCAL: 'perhaps' })).rejects.toThrow(
      'APP_LOCAL is not a boolean: true, false, 1, 0, yes, no, on or off (the configuration in the environment)',
    )
  })

  it('2.8: autoload sorts each group of files by code unit: 10 before 9, capital letters before small ones, and é last', async () => {
    expect(await order(['é.global.json', 'b.global.json', '9.global.json', 'C.global.json', '10.global.json'])).toEqual(
      ['10.global.json', '9.global.json', 'C.global.json', 'b.global.json', 'é.global.json'],
    )
  })

  it('2.8: autoload loads files whose names have several dots, and files whose names differ only in case', async () => {
    expect(await order(['a.global.json', 'A.global.json', 'a.b.global.json'])).toEqual([
      'A.global.json',
      'a.b.global.json',
      'a.global.json',
    ])
  })

  it('autoload loads files in the same order, whatever the order in which they were written to the disk', async () => {
    const ordered = ['global.json', 'B.global.json', 'a.global.json', 'local.json', 'B.local.json', 'a.local.json']

    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(ordered, { minLength: 6 }), async (names) => {
        expect(await order(names)).toEqual(ordered)
      }),
      { numRuns: 50 },
    )
  })

  it('autoload sorts file names without the extension, so a JSON file that is rewritten in TypeScript keeps its place in the order', async () => {
    const root = project({
      'config/a.global.ts': 'export default { order: [1] }',
      'config/a.global.b.global.json': { order: [2] },
    })

    expect(await resolveConfig(defineConfig([autoload('config')]), { root, env: {} })).toEqual({ order: [1, 2] })
  })

  it('2.8: autoload leaves out hidden files, and files whose name or extension it does not know', async () => {
    const others = ['.global.json', '.a.global.json', 'xglobal.json', 'my-global.json', 'global.json.dist', 'z.json']
    const declarations = [
      'a.global.d.ts',
      'a.global.js.map',
      'global.cjs',
      'global.yaml',
      'Global.json',
      'global.local',
    ]
    expect(await order([...others, ...declarations, 'global.json'])).toEqual(['global.json'])
  })

  it('2.8: autoload does not load files in sub-folders', async () => {
    expect(await order(['sub/global.json', 'sub/a.local.json', 'local.json'])).toEqual(['local.json'])
  })

  it('autoload loads files with every supported extension', async () => {
    const root = project({
      'config/a.global.ts': 'const order: readonly string[] = ["ts"]\nexport default { order }',
      'config/b.global.mts': 'export default { order: ["mts"] satisfies string[] }',
      'config/c.global.js': 'export default { order: ["js"] }',
      'config/d.global.mjs': 'export default { order: ["mjs"] }',
      'config/e.global.json': '\uFEFF{ "order": ["json"] }',
    })

    expect(await resolveConfig(defineConfig([autoload('config')]), { root, env: {} })).toEqual({
      order: ['ts', 'mts', 'js', 'mjs', 'json'],
    })
  })

  it('autoload takes the folder as an absolute path and as a file URL', async () => {
    const root = project({ 'elsewhere/global.json': { a: 1 } })
    const folder = join(root, 'elsewhere')

    expect(await resolveConfig(defineConfig([autoload(folder)]), { root: '/', env: {} })).toEqual({ a: 1 })
    expect(await resolveConfig(defineConfig([autoload(pathToFileURL(folder))]), { root: '/', env: {} })).toEqual({
      a: 1,
    })
  })

  it('autoload adds nothing to the configuration for an empty folder', async () => {
    const root = project({})
    mkdirSync(join(root, 'config'))

    expect(await resolveConfig(defineConfig([autoload('config')]), { root, env: {} })).toEqual({})
  })

  it('autoload throws for a missing folder, and does not treat it like an empty one', async () => {
    const error = await errorOf(resolveConfig(defineConfig([autoload('confg')]), { root: project({}), env: {} }))

    expect(ConfigFileError.is(error)).toBe(true)
    expect(error.message).toBe(
      'confg: is not a folder. Create the folder, or take its autoload() out of the list of sources.',
    )
  })

  it('autoload refuses two files whose names differ only in the extension', async () => {
    const root = project({ 'config/db.local.ts': 'export default {}', 'config/db.local.json': {} })
    const error = await errorOf(resolveConfig(defineConfig([autoload('config')]), { root, env: {} }))

    expect(error).toMatchObject({
      code: 'APP_CONFIG_FILE_DUPLICATE',
      message:
        'config/db.local.json and config/db.local.ts have the same name with different extensions. Keep one of them.',
    })
  })
})

describe('loaders for files of further languages, such as YAML and TOML', () => {
  const loaders = {
    '.yaml': (_file: string, text: string) => yaml.parse(text),
    '.toml': async (_file: string, text: string) => toml.parse(text),
    '.json5': (_file: string, text: string) => json5.parse(text),
  }
  const resolve = (files: Readonly<Record<string, string | object>>) =>
    resolveConfig(defineConfig([autoload('config/autoload')], { loaders }), { root: project(files) })

  it('autoload sorts files of further languages, such as YAML, among the other files', async () => {
    const config = await resolve({
      'config/autoload/a.global.json': { from: 'a', json: 'yes' },
      'config/autoload/b.global.yaml': 'from: b\nhosts: [b.example]',
      'config/autoload/c.global.toml': "from = 'c'\nhosts = ['c.example']",
      'config/autoload/d.global.json5': "{ from: 'd', hosts: ['d.example',], /* trailing */ }",
      'config/autoload/e.global.ini': 'from = e',
    })
    expect(config).toEqual({ from: 'd', json: 'yes', hosts: ['b.example', 'c.example', 'd.example'] })
  })

  it('aliases in YAML are copied, and dates in TOML become Date objects; the error for a cycle of aliases names file and key', async () => {
    const config = await resolve({
      'config/autoload/a.global.yaml': 'tls: &tls { versions: [1] }\nmail: { tls: *tls }',
      'config/autoload/b.global.toml': 'since = 2026-01-31\n[mail.tls]\nversions = [2]',
    })
    expect(config).toMatchObject({ tls: { versions: [1] }, mail: { tls: { versions: [1, 2] } } })
    expect(config.since).toBeInstanceOf(Date)
    expect(String((config.since as Date).toISOString())).toBe('2026-01-31')

    const ring = await errorOf(resolve({ 'config/autoload/global.yaml': 'a: &a\n  b: *a' }))
    expect(ring.message).toContain('config/autoload/global.yaml')
    expect(ring.message).toContain('a.b')
  })

  it('an empty YAML file counts as an empty map', async () => {
    expect(await resolve({ 'config/autoload/global.yaml': '\n' })).toEqual({})
  })

  it('two files with the same name and the extensions .yaml and .json are refused', async () => {
    const files = { 'config/autoload/a.global.json': {}, 'config/autoload/a.global.yaml': 'a: b' }
    expect(await errorOf(resolve(files))).toMatchObject({ code: 'APP_CONFIG_FILE_DUPLICATE' })
  })

  it('if a loader throws, the error names the file and has the thrown error as its cause', async () => {
    const fail = () => {
      throw new Error('bad indentation')
    }
    const definition = defineConfig([autoload('config/autoload')], { loaders: { '.yaml': fail } })
    const root = project({ 'config/autoload/global.yaml': 'x' })
    expect(await errorOf(resolveConfig(definition, { root }))).toMatchObject({
      name: 'ConfigFileError',
      message: expect.stringMatching(/^config\/autoload\/global\.yaml: cannot be parsed as yaml/),
      cause: { message: 'bad indentation' },
    })
  })
})
