import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { ConfigFileError, loadConfig } from './index.ts'
import { errorOf, PRINT_CONFIG, project, run } from './project.test.helper.ts'

const CONFIG = `
import { autoload, defineConfig } from '@app/config'
export default defineConfig([autoload('config/autoload')])
`
const FILES = { 'config/config.ts': CONFIG, 'config/autoload/global.json': { a: 1 } }

describe('loadConfig', () => {
  it('2.8: loadConfig finds config/config.ts in the given folder, and resolves the definition that the file exports', async () => {
    expect(await loadConfig({ from: project(FILES) })).toEqual({ a: 1 })
  })

  it('loadConfig finds config/config with the extensions mts, js and mjs', async () => {
    const found = (extension: string) => {
      const file = `import { defineConfig } from '@app/config'\nexport default defineConfig([{ by: '${extension}' }])`
      return loadConfig({ from: project({ [`config/config.${extension}`]: file }) })
    }

    expect(await found('mts')).toEqual({ by: 'mts' })
    expect(await found('js')).toEqual({ by: 'js' })
    expect(await found('mjs')).toEqual({ by: 'mjs' })
  })

  it('loadConfig searches upwards from a folder, a file, a URL, or a URL as a string', async () => {
    const root = project({ ...FILES, 'src/deep/main.ts': '' })
    const main = join(root, 'src/deep/main.ts')

    expect(await loadConfig({ from: join(root, 'src/deep') })).toEqual({ a: 1 })
    expect(await loadConfig({ from: main })).toEqual({ a: 1 })
    expect(await loadConfig({ from: pathToFileURL(main) })).toEqual({ a: 1 })
    expect(await loadConfig({ from: pathToFileURL(main).href })).toEqual({ a: 1 })
  })

  it('loadConfig finds config/config.ts also if the search starts at a file in the folder config', async () => {
    const root = project({ ...FILES, 'config/container.ts': '' })

    expect(await loadConfig({ from: join(root, 'config/container.ts') })).toEqual({ a: 1 })
  })

  it('loadConfig resolves relative paths from the folder of the package.json nearest to config/config.ts', async () => {
    const root = project({ 'app/config/config.ts': CONFIG, 'config/autoload/global.json': { root: 'outer' } })
    const inner = project({
      ...FILES,
      'app/config/config.ts': CONFIG,
      'app/package.json': {},
      'app/config/autoload/global.json': { root: 'app' },
    })

    expect(await loadConfig({ from: join(root, 'app') })).toEqual({ root: 'outer' })
    expect(await loadConfig({ from: join(inner, 'app') })).toEqual({ root: 'app' })
  })

  it('loadConfig merges the sources anew on each call, and returns another map', async () => {
    const root = project(FILES)
    const [first, second] = [await loadConfig({ from: root }), await loadConfig({ from: root })]

    expect(first).toEqual(second)
    expect(first).not.toBe(second)
  })

  it('the type argument of loadConfig is the type of its result; without a type argument the type is a general map', () => {
    expectTypeOf(() => loadConfig()).returns.resolves.toEqualTypeOf<Record<string, unknown>>()
    expectTypeOf(loadConfig<{ port: number }>).returns.resolves.toEqualTypeOf<{ port: number }>()
    // @ts-expect-error a configuration is a map
    loadConfig<string>
  })

  it('loadConfig refuses a file that exports no definition, and the error shows the code to write', async () => {
    const error = await errorOf(loadConfig({ from: project({ 'config/config.ts': 'export default { a: 1 }' }) }))

    expect(ConfigFileError.is(error)).toBe(true)
    expect(error.message).toBe(
      'config/config.ts: exports a map in place of a definition. Write `export default defineConfig([…])`.',
    )
  })

  it('loadConfig refuses an empty config.ts, config.ts beside config.js, and a folder, a dangling link or a pipe named config.ts', async () => {
    const empty = project({ 'config/config.ts': '' })
    const twice = project({ 'config/config.ts': CONFIG, 'config/config.js': CONFIG })
    const [folder, link, pipe] = [project({ 'config/x': '' }), project({ 'config/x': '' }), project({ 'config/x': '' })]
    mkdirSync(join(folder, 'config/config.ts'))
    symlinkSync('nowhere.ts', join(link, 'config/config.ts'))
    execFileSync('mkfifo', [join(pipe, 'config/config.ts')])

    expect((await errorOf(loadConfig({ from: empty }))).message).toContain('config/config.ts: has no default export')
    expect((await errorOf(loadConfig({ from: folder }))).message).toContain('config/config.ts: is not a regular file')
    expect((await errorOf(loadConfig({ from: pipe }))).message).toContain('config/config.ts: is not a regular file')
    expect((await errorOf(loadConfig({ from: link }))).message).toContain('config/config.ts: cannot be read (ENOENT)')
    const error = await errorOf(loadConfig({ from: twice }))
    expect(error).toMatchObject({ code: 'APP_CONFIG_FILE_DUPLICATE' })
    expect(error.message).toContain('config/config.js and config/config.ts have the same name')
  })

  it('loadConfig refuses config.ts beside config.mjs even if there is no package.json beside the folder config', async () => {
    const root = project({ 'app/config/config.ts': CONFIG, 'app/config/config.mjs': CONFIG })

    expect(await errorOf(loadConfig({ from: join(root, 'app') }))).toMatchObject({ code: 'APP_CONFIG_FILE_DUPLICATE' })
  })

  it('an invalid package.json in a folder that loadConfig searches is not an error, since loadConfig does not parse package.json', async () => {
    const root = project({ ...FILES, 'packages/a/package.json': '{ not JSON', 'packages/a/main.ts': '' })

    expect(await loadConfig({ from: join(root, 'packages/a/main.ts') })).toEqual({ a: 1 })
  })

  it('the error of loadConfig for a missing configuration names the folder where the search started', async () => {
    const root = project({})
    const error = await errorOf(loadConfig({ from: root }))

    expect(error).toMatchObject({ code: 'APP_CONFIG_NOT_FOUND' })
    expect(error.message).toContain(
      `No config/config.ts (nor .mts, .js, .mjs) was found in ${root} or in a folder above`,
    )
  })
})

describe('the folder where the search of loadConfig starts by default', () => {
  const printer = { 'main.mjs': PRINT_CONFIG }

  it('loadConfig starts its search by default at the folder of the entry file, not at the working directory', async () => {
    const root = project({ ...FILES, 'bin/main.mjs': PRINT_CONFIG })
    const elsewhere = project({ ...FILES, 'config/autoload/global.json': { a: 'elsewhere' } })

    expect(await run(root, [join(root, 'bin/main.mjs')], elsewhere)).toEqual({ a: 1 })
  })

  it('loadConfig starts its search at the working directory if the entry file is inside node_modules', async () => {
    const tool = project({ ...FILES, 'node_modules/tool/main.mjs': PRINT_CONFIG })
    const root = project({ ...FILES, 'config/autoload/global.json': { a: 'here' } })

    expect(await run(root, [join(tool, 'node_modules/tool/main.mjs')], root)).toEqual({ a: 'here' })
  })

  it('if the entry file is a link into node_modules, loadConfig resolves the link, and starts its search at the working directory', async () => {
    const root = project({ ...FILES, 'node_modules/tool/main.mjs': PRINT_CONFIG, 'sub/x': '' })
    symlinkSync('../node_modules/tool/main.mjs', join(root, 'sub/tool.mjs'))

    expect(await run(root, ['sub/tool.mjs'], root)).toEqual({ a: 1 })
  })

  it('loadConfig starts its search at the folder of the program also for `node .`, and for a CommonJS entry file', async () => {
    const root = project({ ...FILES, ...printer, 'package.json': { type: 'module', main: 'main.mjs' } })
    const common = project({ ...FILES, 'main.cjs': 'import("./main.mjs")', ...printer })

    expect(await run(root, ['.'], root)).toEqual({ a: 1 })
    expect(await run(common, [join(common, 'main.cjs')], '/')).toEqual({ a: 1 })
  })

  it('loadConfig starts its search at the working directory if there is no entry file', async () => {
    expect(
      await run(
        project(FILES),
        ['--input-type=module', '-e', PRINT_CONFIG],
        project({ ...FILES, 'config/autoload/global.json': { a: 2 } }),
      ),
    ).toEqual({ a: 2 })
  })
})
