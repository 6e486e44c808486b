import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker } from '../workerd.ts'

const folder = mkdtempSync(join(tmpdir(), 'edge-'))
let url: string

/** find-my-way asserts its arguments; nothing else of node is in the bundle. */
const assertion = {
  name: 'assert',
  setup(bundle: import('esbuild').PluginBuild) {
    bundle.onResolve({ filter: /^node:assert$/ }, () => ({ path: 'assert', namespace: 'assertion' }))
    bundle.onLoad({ filter: /.*/, namespace: 'assertion' }, () => ({
      contents: 'module.exports = (value, message) => { if (!value) throw new Error(message) }',
    }))
  },
}

beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, 'app.ts')],
    outfile: join(folder, 'worker.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    plugins: [assertion],
  })
  url = await startWorker(join(folder, 'worker.js'))
})

afterAll(() => rmSync(folder, { recursive: true }))

test.each([
  ['GET', '/', 200, 'Hello, world!', null],
  ['GET', '/users/a%20b', 200, '{"id":"a b"}', null],
  ['HEAD', '/', 200, '', null],
  ['POST', '/', 405, 'Method Not Allowed', 'GET'],
  ['OPTIONS', '/', 200, '', 'GET'],
  ['GET', '/nope', 404, 'Not Found', null],
  ['GET', '/%zz', 400, 'Bad Request', null],
])('program 1 runs on workerd without Node compatibility: %s %s is %i', async (method, path, status, body, allow) => {
  const response = await fetch(url + path, { method })
  expect([response.status, await response.text(), response.headers.get('allow')]).toEqual([status, body, allow])
})
