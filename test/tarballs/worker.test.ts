import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Outside } from './workspace.ts'

const WORKER = `
import { Application, json, text } from '@app/core'
import { TrouterRouter } from '@app/router-trouter'

const app = new Application({ router: new TrouterRouter() })
app.get('/', () => text('Hello, world!'))
app.get('/users/{id}', (request) => json({ id: request.params.id }), 'user.show')
export default app
`

const outside = new Outside(inject('tarballs'))

beforeAll(() => {
  outside.add('@app/core', '@app/router', '@app/router-trouter')
  writeFileSync(join(outside.folder, 'worker.js'), WORKER)
})
afterAll(() => outside.delete())

test('a worker of nine lines carries no server, no light responses, no checks of development and nothing opt-in', async () => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: outside.folder,
    entryPoints: ['worker.js'],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
  })
  const [{ text, contents }] = outputFiles as [(typeof outputFiles)[number]]
  // What a server, light responses, the body parser, request ids, the program itself, checks of development, tracing and
  // the search of an installed router say.
  const others = [
    'Cannot listen on',
    'Response.clone:',
    'bodyParser()',
    'x-request-id',
    'Listening on',
    'called its handler twice',
    'was skipped on the way',
    '@app/core:request',
    'Several routers are installed',
    'depends on no router',
  ]
  expect(others.filter((words) => text.includes(words))).toEqual([])
  const [{ inputs }] = Object.values(metafile.outputs) as [(typeof metafile.outputs)[string]]
  const sizes = Object.entries(inputs).map(([file, { bytesInOutput }]) => `${bytesInOutput} ${file}`)
  expect(contents.length, sizes.join('\n')).toBeLessThan(75_000)
})
