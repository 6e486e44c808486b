import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { autoload, ConfigFileError, defineConfig, resolveConfig } from './index.ts'
import { errorOf, PRINT_CONFIG, project, run } from './project.test.helper.ts'

const ENTRY = {
  'main.mjs': PRINT_CONFIG,
  'config/config.mjs': `
    import { autoload, defineConfig } from '@app/config'
    export default defineConfig([autoload('config/autoload')])`,
}

async function failure(root: string): Promise<ConfigFileError> {
  const error = await errorOf(resolveConfig(defineConfig([autoload('config/autoload')]), { root, env: {} }))
  if (ConfigFileError.is(error)) return error
  throw error
}

function failureOf(name: string, content: string): Promise<ConfigFileError> {
  return failure(project({ [`config/autoload/${name}`]: content }))
}

describe('files whose content is wrong', () => {
  it('a module without a default export is refused', async () => {
    expect((await failureOf('a.global.mjs', '')).message).toBe(
      'config/autoload/a.global.mjs: has no default export. Write `export default { … }`.',
    )
    expect((await failureOf('a.global.ts', 'export const a = 1')).message).toContain('has no default export')
  })

  it('a default export that is not a map is refused, and the error names the kind of the export', async () => {
    const got = async (expression: string) =>
      (await failureOf('a.global.mjs', `export default ${expression}`)).message.split(' in place ')[0]

    expect(await got('undefined')).toBe('config/autoload/a.global.mjs: gives undefined')
    expect(await got('null')).toBe('config/autoload/a.global.mjs: gives null')
    expect(await got('[{ a: 1 }]')).toBe('config/autoload/a.global.mjs: gives a list')
    expect(await got('"secret"')).toBe('config/autoload/a.global.mjs: gives a string')
    expect(await got('function provider() {}')).toBe('config/autoload/a.global.mjs: gives the function provider')
    expect(await got('new Map()')).toBe('config/autoload/a.global.mjs: gives an instance of Map')
  })

  it('a promise as default export is refused, with an error that says to await it', async () => {
    expect((await failureOf('a.global.mjs', 'export default Promise.resolve({})')).message).toBe(
      'config/autoload/a.global.mjs: gives a promise in place of a map. Write `export default await …`.',
    )
  })

  it('a module may use await in its default export', async () => {
    const root = project({ 'config/autoload/global.mjs': 'export default await Promise.resolve({ a: 1 })' })

    expect(await resolveConfig(defineConfig([autoload('config/autoload')]), { root, env: {} })).toEqual({ a: 1 })
  })

  it('a JSON file whose content is null or a list is refused', async () => {
    expect((await failureOf('local.json', 'null')).message).toContain('config/autoload/local.json: gives null')
    expect((await failureOf('local.json', '["a"]')).message).toContain('config/autoload/local.json: gives a list')
  })
})

describe('a file that cannot be read', () => {
  it('a folder that is named like a configuration file is refused', async () => {
    const root = project({})
    mkdirSync(join(root, 'config/autoload/a.global.ts'), { recursive: true })

    expect((await failure(root)).message).toBe(
      'config/autoload/a.global.ts: is not a regular file. Give it another name, or put a file in its place.',
    )
  })

  it('a symbolic link whose target is missing is refused, and so is a link to itself', async () => {
    const [dangling, ring] = [project({ 'config/autoload/x': '' }), project({ 'config/autoload/x': '' })]
    symlinkSync('nowhere.json', join(dangling, 'config/autoload/global.json'))
    symlinkSync('global.json', join(ring, 'config/autoload/global.json'))

    expect((await failure(dangling)).message).toContain('config/autoload/global.json: cannot be read (ENOENT)')
    expect((await failure(ring)).message).toContain('config/autoload/global.json: cannot be read (ELOOP)')
  })

  it('a pipe in place of a file is refused without waiting for its data', async () => {
    const root = project({ 'config/autoload/x': '' })
    execFileSync('mkfifo', [join(root, 'config/autoload/global.json')])

    expect((await failure(root)).message).toContain('config/autoload/global.json: is not a regular file')
  })

  it('a file of a gigabyte is refused without being read', async () => {
    const root = project({ 'config/autoload/global.json': '' })
    truncateSync(join(root, 'config/autoload/global.json'), 2 ** 30)

    expect((await failure(root)).message).toBe(
      'config/autoload/global.json: has 1073741824 bytes, more than the 10485760 that configuration may have.',
    )
  })

  it.skipIf(process.getuid?.() === 0)('a file that this process may not read is refused', async () => {
    const root = project({ 'config/autoload/global.json': '{}' })
    execFileSync('chmod', ['000', join(root, 'config/autoload/global.json')])

    expect((await failure(root)).message).toContain('config/autoload/global.json: cannot be read (EACCES)')
  })

  it('a symbolic link to a file is loaded like the file', async () => {
    const root = project({ 'elsewhere.json': { a: 1 }, 'config/autoload/x': '' })
    symlinkSync('../../elsewhere.json', join(root, 'config/autoload/local.json'))

    expect(await resolveConfig(defineConfig([autoload('config/autoload')]), { root, env: {} })).toEqual({ a: 1 })
  })
})

describe('a file whose import throws', () => {
  it('if a file throws, the error names the file, has the thrown error as its cause, and does not quote its message', async () => {
    const error = await failureOf('a.local.mjs', 'throw new Error("the password is hunter2")')

    expect(error.message).toBe(
      'config/autoload/a.local.mjs: threw an error while it was imported; see the cause of this error.',
    )
    expect(error.cause).toMatchObject({ message: 'the password is hunter2' })
  })

  it('if a file throws null, the error names the file, as it does for a thrown Error object', async () => {
    expect((await failureOf('a.local.mjs', 'throw null')).message).toContain('config/autoload/a.local.mjs: threw')
  })

  it('a SyntaxError that JSON.parse throws inside of a file is not reported as a syntax error of the file', async () => {
    const root = project({ ...ENTRY, 'config/autoload/global.mjs': 'export default { a: JSON.parse("{") }' })

    expect(await run(root, ['main.mjs'])).toMatchObject({
      message: expect.stringContaining('global.mjs: threw'),
      cause: 'SyntaxError',
    })
  })

  it('two files that import each other are refused, so that no undefined value reaches the configuration', async () => {
    const root = project({
      ...ENTRY,
      'config/autoload/a.global.mjs': 'import b from "./b.global.mjs"\nexport default { a: b }',
      'config/autoload/b.global.mjs': 'import a from "./a.global.mjs"\nexport default { b: a }',
    })

    expect(await run(root, ['main.mjs'])).toMatchObject({
      name: 'ConfigFileError',
      message: expect.stringContaining('config/autoload/a.global.mjs: threw'),
      cause: 'ReferenceError',
    })
  })
})

describe('a file that cannot be parsed', async () => {
  it('the error for wrong JSON names the file and the line, and quotes nothing of the content', async () => {
    const error = await failureOf('a.local.json', '{\n  "password": "hunter2",\n  "a": hunter2\n}\n')

    expect(error.message).toBe(
      'config/autoload/a.local.json, line 3: cannot be parsed as JSON; the cause of this error has the reason.',
    )
    expect(error.line).toBe(3)
    expect(error.cause).toBeInstanceOf(SyntaxError)
  })

  it('the error for truncated JSON names the last line, and the error for a mistake in the middle names the line of the mistake', async () => {
    expect((await failureOf('local.json', '{\n  "a": {\n    "b": [1,')).line).toBe(3)
    expect((await failureOf('local.json', '')).line).toBe(1)
    expect((await failureOf('local.json', '{ "a": 1 }\n{')).line).toBe(2)
    expect((await failureOf('local.json', "{\n 'a': 1\n}")).line).toBe(2)
    expect((await failureOf('local.json', '{\n "a": "\n"\n}')).line).toBe(2)
  })

  it('the error for a module with a syntax error names the file and the line', async () => {
    const text = 'export default {\n  a: 1,\n  b: ,\n}\n'
    const error = (name: string) => run(project({ ...ENTRY, [`config/autoload/${name}`]: text }), ['main.mjs'])

    expect(await error('global.mjs')).toEqual({
      name: 'ConfigFileError',
      message:
        'config/autoload/global.mjs, line 3: cannot be parsed as a module; the cause of this error has the reason.',
      line: 3,
      cause: 'SyntaxError',
    })
    expect(await error('global.ts')).toMatchObject({
      line: 3,
      message: expect.stringContaining('global.ts, line 3: cannot be'),
    })
  })

  it('the error for a truncated module names the file and its last line', async () => {
    const root = project({ ...ENTRY, 'config/autoload/global.mjs': 'export default {\n  a: [1,' })

    expect(await run(root, ['main.mjs'])).toMatchObject({
      line: 2,
      message: expect.stringContaining('global.mjs, line 2:'),
    })
  })

  it('for a syntax error in a helper that a configuration file imports, the error names the configuration file without a line', async () => {
    const root = project({
      ...ENTRY,
      'config/autoload/global.mjs': 'import helper from "./helper.mjs"\nexport default { helper }',
      'config/autoload/helper.mjs': '\n\nexport default {',
    })

    expect(await run(root, ['main.mjs'])).toMatchObject({
      message: expect.stringContaining('global.mjs: cannot be parsed, or a module that it imports cannot'),
    })
  })

  it('the error for the import of a name that a module does not export has the line of the import', async () => {
    const root = project({
      ...ENTRY,
      'config/autoload/global.mjs': '\nimport { nope } from "node:fs"\nexport default { nope }',
    })

    expect(await run(root, ['main.mjs'])).toMatchObject({ line: 2, cause: 'SyntaxError' })
  })

  it('looking for the line prints no warning of node, since the user has called nothing experimental', async () => {
    const root = project({
      ...ENTRY,
      'config/autoload/global.ts': 'import "./helper.mjs"\nexport default {}',
      'config/autoload/helper.mjs': 'export default {',
      'warned.mjs': `import { loadConfig } from '@app/config'
const warnings = []
process.on('warning', ({ message }) => warnings.push(message))
await loadConfig().catch(() => {})
setImmediate(() => process.stdout.write(JSON.stringify(warnings.filter((text) => text.includes('stripTypeScriptTypes')))))`,
    })

    expect(await run(root, ['warned.mjs'])).toEqual([])
  })

  it('on a Node without type stripping, the error for a TypeScript file advises a newer Node', async () => {
    const source = JSON.stringify(join(import.meta.dirname, '../..'))
    const root = project({
      ...ENTRY,
      'config/autoload/global.ts': 'export default {}',
      'strip-only-this-package.mjs': `
        import { readFileSync } from 'node:fs'
        import { registerHooks, stripTypeScriptTypes } from 'node:module'
        import { fileURLToPath } from 'node:url'
        registerHooks({
          load(url, context, next) {
            const path = url.startsWith('file:') ? fileURLToPath(url) : ''
            if (!path.startsWith(${source})) return next(url, context)
            return { format: 'module', shortCircuit: true, source: stripTypeScriptTypes(readFileSync(path, 'utf8')) }
          },
        })`,
    })

    expect(
      await run(root, ['--no-strip-types', '--import', './strip-only-this-package.mjs', 'main.mjs']),
    ).toMatchObject({
      name: 'ConfigFileError',
      message: expect.stringMatching(
        /^config\/autoload\/global\.ts: cannot be loaded: Node [\d.]+ does not run TypeScript here\. Use Node 22\.18 or later/,
      ),
      cause: 'TypeError',
    })
  })
})
