import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startWorker } from '../programs/workerd.ts'
import { Outside, ROOT } from './workspace.ts'

/** The program of the README, and the routers that workerd runs it with. */
const PROGRAM = readFileSync(join(ROOT, 'examples/first/app.js'), 'utf8')
const RUN = { '@app/router-trouter': 'TrouterRouter', '@app/router-rou3': 'Rou3Router' }
const programWith = (router: keyof typeof RUN) =>
  PROGRAM.replaceAll('FindMyWayRouter', RUN[router]).replace('@app/router-find-my-way', router)

/**
 * Programs that use a part of `@app/core` or `@app/http`, each with the most bytes that its bundle for a worker may
 * have.
 */
const PARTS: readonly (readonly [string, string, number])[] = [
  ['a text', "import { text } from '@app/core'\nexport default { fetch: () => text('x') }", 1_000],
  [
    'a pipeline',
    "import { Pipeline, text } from '@app/core'\nexport default new Pipeline().pipe(() => text('x'))",
    34_600,
  ],
  [
    'a handler of @app/http',
    "import { text, toFetchHandler } from '@app/http'\nexport default { fetch: toFetchHandler(() => text('x')) }",
    20_100,
  ],
]

const outside = new Outside(inject('tarballs'))

beforeAll(() => outside.add('@app/core', '@app/router-find-my-way', ...Object.keys(RUN)))
afterAll(() => outside.delete())

test.each(Object.keys(RUN) as (keyof typeof RUN)[])(
  'workerd serves the program of the README with %s, without Node compatibility',
  async (router) => {
    const { contents } = await bundled(programWith(router))
    const file = join(outside.folder, 'bundle.js')
    writeFileSync(file, contents)
    const url = await startWorker(file)
    const asked = ['GET /', 'GET /users/a%20b', 'HEAD /', 'POST /', 'OPTIONS /', 'GET /nope', 'GET /%zz']
    const answers = asked.map(async (line) => {
      const [method = '', path = ''] = line.split(' ')
      const response = await fetch(url + path, { method })
      return `${line}: ${response.status} ${await response.text()} ${response.headers.get('allow') ?? ''}`.trimEnd()
    })
    expect(await Promise.all(answers)).toEqual([
      'GET /: 200 Hello, world!',
      'GET /users/a%20b: 200 {"id":"a b"}',
      'HEAD /: 200',
      'POST /: 405 Method Not Allowed GET',
      'OPTIONS /: 200  GET',
      'GET /nope: 404 Not Found',
      'GET /%zz: 400 Bad Request',
    ])
  },
)

test('a worker cannot use the engine of find-my-way, which imports a module of node', async () => {
  await expect(bundled(PROGRAM)).rejects.toThrow('Could not resolve "node:assert"')
})

test('pages name for Workers only routers that were tried with workerd', () => {
  const pages = globSync(['README.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: ROOT })
  const named = pages.flatMap((page) => {
    // The table of runtimes is removed first, since it also names routers that do not run on Workers.
    const text = readFileSync(join(ROOT, page), 'utf8').replace(/<!-- runtimes -->[\s\S]*?<!-- end -->/, '')
    const sentences = text.split(/\n\n|(?<=\.)\s/)
    const ofWorkers = sentences.filter((sentence) => /\b(?:Workers|workerd)\b/.test(sentence))
    return ofWorkers.flatMap((sentence) => sentence.match(/@app\/router-[\w-]+/g) ?? [])
  })
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(RUN).toSorted())
})

test('the bundle of a worker of seven lines leaves out the server, the checks for development and other parts that it does not use, and stays below 90,000 bytes', async () => {
  const { text, contents, sizes } = await bundled(programWith('@app/router-trouter'))
  // Texts from code that the bundle must not contain: a server, light responses, request ids, `run()`,
  // checks of development, tracing and the search for an installed router.
  const others = [
    'Cannot listen on',
    'Response.clone:',
    'x-request-id',
    'Listening on',
    'called its handler twice',
    'was skipped on the way',
    '@app/core:request',
    'Several routers are installed',
    'depends on no router',
  ]
  expect(others.filter((words) => text.includes(words))).toEqual([])
  expect(contents.length, sizes).toBeLessThan(90_000)
})

test.each(PARTS)(
  'the bundle of a worker that uses a part of our packages stays below its limit: %s',
  async (_name, program, most) => {
    const { contents, sizes } = await bundled(program)
    expect(contents.length, sizes).toBeLessThan(most)
  },
)

/** A program as esbuild bundles it for a worker, and the number of bytes from each file. */
async function bundled(program: string) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: outside.folder,
    stdin: { contents: program, resolveDir: outside.folder },
    bundle: true,
    minify: true,
    logLevel: 'silent',
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
