import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigFileError, defineConfig, file, resolveConfig } from './index.ts'
import { errorOf, project } from './project.test.helper.ts'

describe('file() as a source', () => {
  it('file() loads one file by a path relative to the root of the configuration', async () => {
    const root = project({ 'config/x.ts': 'export default { a: 1 }' })

    expect(await resolveConfig(defineConfig([file('config/x.ts')]), { root })).toEqual({ a: 1 })
  })

  it('file() takes an absolute path, and an error about a file outside of the root names the file by its absolute path', async () => {
    const root = project({ 'x.json': { a: 1 }, 'list.json': '[]' })
    const error = await errorOf(resolveConfig(defineConfig([file(join(root, 'list.json'))]), { root: project({}) }))

    expect(await resolveConfig(defineConfig([file(join(root, 'x.json'))]), { root: project({}) })).toEqual({ a: 1 })
    expect(error.message).toContain(join(root, 'list.json'))
  })

  it('file() refuses a missing file', async () => {
    const root = project({})
    const error = await errorOf(resolveConfig(defineConfig([file('config/x.ts')]), { root }))

    expect(ConfigFileError.is(error)).toBe(true)
    expect(error).toMatchObject({
      name: 'ConfigFileError',
      code: 'APP_CONFIG_FILE',
      message: 'config/x.ts: cannot be read (ENOENT). Check that the file exists, and that this process may read it.',
      file: join(root, 'config/x.ts'),
      cause: { code: 'ENOENT' },
    })
  })

  it('file() refuses an extension that is not supported', async () => {
    const error = await errorOf(resolveConfig(defineConfig([file('x.yaml')]), { root: project({ 'x.yaml': 'a: 1' }) }))

    expect(error).not.toHaveProperty('cause')
    expect(error.message).toBe(
      'x.yaml: has an extension that no loader reads. Use one of .ts, .mts, .js, .mjs, .json, or give defineConfig([…], { loaders }) a loader for this extension.',
    )
  })
})
