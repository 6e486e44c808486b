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

/** Programs that use a part of the core, and the most octets that a bundle of it has for a worker. */
const PARTS: readonly (readonly [string, string, number])[] = [
  ['a text', "import { text } from '@app/core'\nexport default { fetch: () => text('x') }", 1_000],
  [
    'a pipeline',
    "import { Pipeline, text } from '@app/core'\nexport default new Pipeline().pipe(() => text('x'))",
    26_000,
  ],
  [
    'a handler of @app/http',
    "import { text, toFetchHandler } from '@app/http'\nexport default { fetch: toFetchHandler(() => text('x')) }",
    17_000,
  ],
]

const outside = new Outside(inject('tarballs'))

beforeAll(() => {
  outside.add('@app/core', '@app/router', '@app/router-trouter')
  writeFileSync(join(outside.folder, 'worker.js'), WORKER)
})
afterAll(() => outside.delete())

test('a worker of nine lines carries no server, no light responses, no checks of development and nothing opt-in', async () => {
  const { text, contents, sizes } = await bundled('worker.js')
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
  expect(contents.length, sizes).toBeLessThan(78_000)
})

test.each(PARTS)('a worker carries what it uses: %s', async (_name, program, most) => {
  writeFileSync(join(outside.folder, 'part.js'), program)
  const { contents, sizes } = await bundled('part.js')
  expect(contents.length, sizes).toBeLessThan(most)
})

/** A program as esbuild bundles it for a worker, and how many octets each file gives to it. */
async function bundled(file: string) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: outside.folder,
    entryPoints: [file],
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
  const [{ inputs }] = Object.values(metafile.outputs) as [(typeof metafile.outputs)[string]]
  const sizes = Object.entries(inputs).map(([path, { bytesInOutput }]) => `${bytesInOutput} ${path}`)
  return { text, contents, sizes: sizes.join('\n') }
}
