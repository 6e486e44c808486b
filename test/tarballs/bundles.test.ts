import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Format } from 'esbuild'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { Outside } from './workspace.ts'

const PROGRAM = `
import { Application, createServer, ErrorHandler, json } from '@app/core'
import { developmentErrorResponder } from '@app/core/development'
import { FindMyWayRouter } from '@app/router-find-my-way'

const app = new Application({ router: new FindMyWayRouter() })
app.pipe(new ErrorHandler({ respond: developmentErrorResponder() }))
app.get('/users/{id}', (request) => json({ id: request.params.id }))
const server = createServer(app)
server.listen({ port: 0, host: '127.0.0.1' }).then(async () => {
  const response = await fetch(\`http://127.0.0.1:\${server.address.port}/users/7\`)
  console.log(response.status, await response.text())
  await server.close()
})
`

const outside = new Outside(inject('tarballs'))

beforeAll(() => {
  outside.add('@app/core', '@app/router', '@app/router-find-my-way')
  writeFileSync(join(outside.folder, 'program.js'), PROGRAM)
})
afterAll(() => outside.delete())

test.each<[Format, string]>([
  ['esm', 'program.mjs'],
  ['cjs', 'program.cjs'],
])('a server bundled for node into one file answers: %s', async (format, file) => {
  await build({
    absWorkingDir: outside.folder,
    entryPoints: ['program.js'],
    outfile: `bundled/${file}`,
    bundle: true,
    format,
    platform: 'node',
    logLevel: 'silent',
    // find-my-way is CommonJS, which asks for modules of node by a function that ESM lacks.
    ...(format === 'esm' && {
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    }),
  })
  expect(outside.node(join(outside.folder, 'bundled', file))).toBe('200 {"id":"7"}\n')
})
