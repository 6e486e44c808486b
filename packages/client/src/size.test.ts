import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

/** What a bundler makes of a module of a page. */
async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'esnext',
    write: false,
  })
  return outputFiles.map(({ text }) => text).join('')
}

test('the whole client is at most 2 KiB in a bundle, and nothing of a server is in it', async () => {
  const code = await bundled("export { ClientError, createClient } from './index.ts'")
  expect(code).not.toMatch(/\b(?:import|require)\b/)
  expect(code).not.toMatch(/HttpError|Application|EndpointError|zod/)
  expect(brotliCompressSync(code).length, code).toBeLessThanOrEqual(2_048)
})

test('a page has the schemas of the descriptions that it imports, and none of those without', async () => {
  const described = `
    import { endpoint } from '@app/endpoint'
    import * as z from 'zod'
    const create = endpoint({ method: 'POST', path: '/', body: z.object({ title: z.string() }), responses: { 204: null } })
  `
  const page =
    "import { createClient } from './index.ts'\nawait createClient({ create }).create({ body: { title: '' } })"
  const plain =
    'const create = { method: "POST", path: "/", body: { kind: "json", type: "application/json" }, responses: { 204: null } }'
  const [withSchemas, without] = [await bundled(`${page}${described}`), await bundled(`${page}\n${plain}`)]
  expect(brotliCompressSync(without).length).toBeLessThan(2_200)
  expect(brotliCompressSync(withSchemas).length).toBeGreaterThan(10_000)
})
