import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

const PACKAGES = resolve(import.meta.dirname, '../..')
let folder: string

/** Compiles the modules to JavaScript, as they are published. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'client-'))
  const compilerOptions = {
    ...{ rootDir: PACKAGES, outDir: folder, noCheck: true, noResolve: true, types: [] },
    ...{ composite: false, declaration: false, declarationMap: false, isolatedDeclarations: false, sourceMap: false },
  }
  const config = join(folder, 'tsconfig.json')
  const include = ['client', 'endpoint'].map((name) => join(PACKAGES, name, 'src/*.ts'))
  const base = { extends: join(PACKAGES, '../tsconfig.base.json'), include, exclude: ['**/*.test*.ts'] }
  writeFileSync(config, JSON.stringify({ ...base, compilerOptions }))
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(PACKAGES, '../node_modules/typescript/bin/tsc'), '-p', config],
    { encoding: 'utf8' },
  )
  expect(status, stdout).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Bundles a module for a page, and returns the code. */
async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'esnext',
    write: false,
    alias: {
      '@app/client': join(folder, 'client/src/index.js'),
      '@app/endpoint': join(folder, 'endpoint/src/index.js'),
    },
  })
  return outputFiles.map(({ text }) => text).join('')
}

test('the whole client is at most 2.25 kB in a bundle, and the bundle has no code of a server', async () => {
  const code = await bundled("export { ClientError, createClient } from '@app/client'")
  expect(code).not.toMatch(/\b(?:import|require)\b/)
  expect(code).not.toMatch(/HttpError|Application|APP_ENDPOINT|zod/)
  expect(brotliCompressSync(code).length, code).toBeLessThanOrEqual(2_250)
})

test('the bundle of a page has the schema library, unless the descriptions in the page are without schemas', async () => {
  const described = `
    import { endpoint } from '@app/endpoint'
    import * as z from 'zod'
    const create = endpoint({ method: 'POST', path: '/', body: z.object({ title: z.string() }), responses: { 204: null } })
  `
  const page =
    "import { createClient } from '@app/client'\nawait createClient({ create }).create({ body: { title: '' } })"
  const plain =
    'const create = { method: "POST", path: "/", body: { kind: "json", type: "application/json" }, responses: { 204: null } }'
  const [withSchemas, without] = [await bundled(`${page}${described}`), await bundled(`${page}\n${plain}`)]
  expect(brotliCompressSync(without).length).toBeLessThan(2_400)
  expect(brotliCompressSync(withSchemas).length).toBeGreaterThan(10_000)
})
