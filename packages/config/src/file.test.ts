import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigFileError, defineConfig, file, resolveConfig } from './index.ts'
import { errorOf, project } from './project.test.helper.ts'

describe('file', () => {
  it('loads one file, by a path below the root', async () => {
    const root = project({ 'config/x.ts': 'export default { a: 1 }' })

    expect(await resolveConfig(defineConfig([file('config/x.ts')]), { root })).toEqual({ a: 1 })
  })

  it('takes an absolute path, and names a file outside of the root by it', async () => {
    const root = project({ 'x.json': { a: 1 }, 'list.json': '[]' })
    const error = await errorOf(resolveConfig(defineConfig([file(join(root, 'list.json'))]), { root: project({}) }))

    expect(await resolveConfig(defineConfig([file(join(root, 'x.json'))]), { root: project({}) })).toEqual({ a: 1 })
    expect(error.message).toContain(join(root, 'list.json'))
  })

  it('refuses a file that is not there', async () => {
    const root = project({})
    const error = await errorOf(resolveConfig(defineConfig([file('config/x.ts')]), { root }))

    expect(error).toBeInstanceOf(ConfigFileError)
    expect(error).toMatchObject({
      message: 'config/x.ts: cannot be read (ENOENT). Is it there, and may this process read it?',
      file: join(root, 'config/x.ts'),
      cause: { code: 'ENOENT' },
    })
  })

  it('refuses an extension that is not supported', async () => {
    const error = await errorOf(resolveConfig(defineConfig([file('x.yaml')]), { root: project({ 'x.yaml': 'a: 1' }) }))

    expect(error.message).toBe(
      'x.yaml: has an extension that is not loaded. Use one of .ts, .mts, .js, .mjs, .json, or give defineConfig([…], { loaders }) one for it.',
    )
  })
})
