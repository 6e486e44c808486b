import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { toNodeHandler } from '@app/core'
import type { Type } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { app } from './app.ts'

const require = createRequire(import.meta.url)
// The package typescript-5 is CommonJS, and an `import` does not find its names.
const ts = require('typescript-5') as typeof import('typescript-5')

/** Runs the module of Nest, whose decorators Node does not understand, as Nest's own build compiles it. */
function nestModule(): Type {
  const { outputText } = ts.transpileModule(readFileSync(join(import.meta.dirname, 'nest.ts'), 'utf8'), {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
    },
  })
  const exported: { NotesModule: Type } = { NotesModule: Object }
  new Function('exports', 'require', outputText)(exported, require)
  return exported.NotesModule
}

const site = await NestFactory.create(nestModule(), { logger: false })
site.use('/new', toNodeHandler(app))
let url: string
beforeAll(async () => {
  await site.listen(0, '127.0.0.1')
  url = await site.getUrl()
})
afterAll(() => site.close())

type Answer = readonly [status: number, body: unknown]

async function read(response: Response): Promise<Answer> {
  const body = await response.text()
  return [response.status, response.ok ? JSON.parse(body) : undefined]
}

const staff = { authorization: 'staff', 'content-type': 'application/json' }

test.each<[string, RequestInit, ...Answer]>([
  ['/notes/1', {}, 200, { id: 1, title: 'Buy tea' }],
  ['/notes/9', {}, 404, undefined],
  ['/notes', { method: 'POST', body: '{"title":"Tea"}', headers: staff }, 201, { id: 2 }],
  ['/notes', { method: 'POST', body: '{"title":"Tea"}' }, 403, undefined],
])('%s with %o is answered alike by both programs', async (path, init, ...answer) => {
  expect(await read(await fetch(url + path, init))).toEqual(answer)
  expect(await read(await app.request(path, init))).toEqual(answer)
})

test.each<[string, string, RequestInit, number, number]>([
  ['an id that is not a number', '/notes/x', {}, 400, 404],
  ['a method that the path does not have', '/notes/1', { method: 'DELETE' }, 404, 405],
])('%s is answered with another status', async (_what, path, init, before, after) => {
  expect((await fetch(url + path, init)).status).toBe(before)
  expect((await app.request(path, init)).status).toBe(after)
})

test('inside the Nest application, each program reads the bodies of its own requests', async () => {
  const init = { method: 'POST', body: '{"title":"Milk"}', headers: staff }
  expect((await read(await fetch(`${url}/new/notes`, init)))[0]).toBe(201)
  expect((await read(await fetch(`${url}/notes`, init)))[0]).toBe(201)
  expect((await fetch(`${url}/new/none`)).headers.get('x-powered-by')).toBe('Express')
})
