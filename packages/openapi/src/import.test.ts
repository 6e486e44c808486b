import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Application } from '@app/core'
import { expect, onTestFinished, test } from 'vitest'
import { command } from './command.ts'

const PACKAGE = resolve(import.meta.dirname, '..')
const EXAMPLES = join(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'), '..')

/** Makes a folder in which a written module finds the packages that it imports. */
function folder(): string {
  const root = mkdtempSync(join(tmpdir(), 'import-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'node_modules/@app'), { recursive: true })
  for (const name of ['@app/endpoint', 'zod']) {
    symlinkSync(join(PACKAGE, 'node_modules', name), join(root, 'node_modules', name))
  }
  writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  return root
}

/** Imports a document, and returns the module and the printed lines. */
async function imported(root: string, file: string, out = join(root, 'api.ts')) {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const context = { application: new Application(), root, args: ['import', file], options: { out } }
  const code = await command.run({ ...context, print: say, printError: say })
  return { code, said: said.join('\n'), text: code === 0 ? readFileSync(out, 'utf8') : '' }
}

/** Returns the compiler's messages for a program that uses the written module, and the output of the program. */
function tried(root: string, use: string) {
  writeFileSync(
    join(root, 'use.ts'),
    `import * as api from './api.ts'\nimport { contentOf } from '@app/endpoint'\n${use}\n`,
  )
  const compilerOptions = {
    ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'] },
    ...{ types: [], skipLibCheck: true, allowImportingTsExtensions: true, exactOptionalPropertyTypes: true },
  }
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
  const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  const compiled = run(join(PACKAGE, '../../node_modules/typescript/bin/tsc'), '-p', root)
  const ran = run('use.ts')
  return { compiled: compiled.stdout, printed: ran.stdout, errors: ran.stderr }
}

test('the descriptions that are written from a document compile, run, and have the types of the document', async () => {
  const root = folder()
  const { code, said, text } = await imported(root, join(EXAMPLES, '3.1/json/petstore.json'))
  expect([code, said]).toEqual([0, '20 endpoints'])
  expect(text).toContain('export const Pet = z.object({')
  expect(tried(root, USE)).toEqual({ compiled: '', printed: 'GET /pet/{petId} 7 true\n', errors: '' })
})

const USE = `
import type { DataOf, InputOf } from '@app/endpoint'
const status: DataOf<typeof api.getPetById, 200>['status'] = 'sold'
// @ts-expect-error: a pet is available, pending or sold
export const other: DataOf<typeof api.getPetById, 200>['status'] = 'eaten'
export const form: InputOf<typeof api.updatePetWithForm, 'body'> = { name: 'Rex' }
const { method, path, params, responses } = api.getPetById
const id = params.parse({ petId: '7' }).petId
const pet = contentOf(responses[200])?.schema?.['~standard'].validate({ name: 'Rex', photoUrls: [], status })
console.log(method, path, id, pet !== undefined && !('issues' in pet))
`

test('the descriptions from documents with unusual parts compile and run', async () => {
  const root = folder()
  const names = ['circular', 'polymorphism', 'parameters-extreme', 'file-uploads', 'complex-nesting', 'discriminators']
  for (const name of names) {
    const { code, said } = await imported(root, join(EXAMPLES, `3.0/json/${name}.json`), join(root, `${name}.ts`))
    expect([code, said], name).toEqual([0, expect.stringMatching(/^\d+ endpoints$/)])
  }
  // One program for all: most of the compiler's time goes into the packages that each module imports.
  writeFileSync(join(root, 'api.ts'), names.map((name, at) => `export * as api${at} from './${name}.ts'\n`).join(''))
  const use = 'for (const one of Object.values(api)) console.log(Object.keys(one).length > 0, typeof contentOf)'
  expect(tried(root, use)).toEqual({ compiled: '', printed: 'true function\n'.repeat(names.length), errors: '' })
})

test('an imported schema that contains itself checks values at run time, and an invalid pattern is left out', async () => {
  const root = folder()
  const node = { type: 'object', required: ['code'], properties: { next: { $ref: '#/components/schemas/Node' } } }
  const code = { type: 'string', pattern: '[' }
  const document = {
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: {
      '/a-b/{a-b}': {
        parameters: [{ name: 'a-b', in: 'path', required: true, schema: { type: 'boolean' } }],
        get: {
          parameters: [{ name: 'X-Page', in: 'header', schema: { type: 'integer', default: 1 } }],
          responses: {
            default: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } },
          },
        },
        trace: { responses: {} },
      },
      '/{': { get: { responses: { 204: {} } } },
    },
    components: { schemas: { Node: { ...node, properties: { ...node.properties, code } } } },
  }
  writeFileSync(join(root, 'odd.json'), JSON.stringify(document))
  const { said, text } = await imported(root, join(root, 'odd.json'))
  expect(said).toMatch(/^1 endpoints\nleft out: TRACE \/a-b\/\{a-b\}: .*\nleft out: GET \/\{: /)
  expect(text).toContain('"x-page": z.coerce.number().int().default(1)')
  expect(text).toContain('params: z.object({ "a_b": z.stringbool() })')
  const use =
    "console.log(api.Node.safeParse({ code: '', next: { code: 1 } }).success, api.Node.safeParse({ code: '' }).success, !contentOf)"
  expect(tried(root, use)).toEqual({ compiled: '', printed: 'false true false\n', errors: '' })
})

test('no text of an imported document becomes code of the module', async () => {
  const root = folder()
  const hostile = `"\`'}));globalThis.hit = 1;//\u2028\${globalThis.hit = 1}*/`
  const schema = {
    ...{
      type: 'object',
      description: hostile,
      properties: { [hostile]: { type: 'string', pattern: hostile, default: hostile } },
    },
    ...{ required: [hostile], minProperties: hostile, maxLength: hostile, format: hostile, title: hostile },
  }
  const parameter = { name: hostile, in: 'query', schema: { enum: [hostile], minimum: hostile, maximum: hostile } }
  const operation = {
    ...{ operationId: hostile, summary: hostile, description: hostile, tags: [hostile], parameters: [parameter] },
    requestBody: { content: { [hostile]: { schema } } },
    responses: { 200: { description: hostile, content: { 'a+json': { schema: { const: hostile } } } }, [hostile]: {} },
  }
  const schemas = { [hostile]: schema }
  const document = { openapi: '3.1.0', paths: { '/a': { post: operation } }, components: { schemas } }
  writeFileSync(join(root, 'hostile.json'), JSON.stringify(document))
  expect((await imported(root, join(root, 'hostile.json'))).said).toBe('1 endpoints')
  const use = "console.log(Object.keys(api).length, 'hit' in globalThis, !contentOf)"
  expect(tried(root, use)).toEqual({ compiled: '', printed: '1 false false\n', errors: '' })
})

test('app openapi import refuses a file that is not an OpenAPI document, a missing file, and a misspelt "import"', async () => {
  const root = folder()
  const [file] = [join(root, 'package.json')]
  expect(await imported(root, file)).toMatchObject({
    code: 2,
    said: expect.stringContaining('not a document of OpenAPI 3'),
  })
  expect((await imported(root, join(root, 'nothing.yaml'))).code).toBe(2)
  const said: string[] = []
  const context = { application: new Application(), root, options: {}, print: () => undefined }
  expect(await command.run({ ...context, args: ['imprt'], printError: (line) => void said.push(line) })).toBe(2)
  expect(said).toEqual([
    expect.stringMatching(/^app openapi has no action imprt\. .+app openapi import petstore\.yaml --out /),
  ])
})
