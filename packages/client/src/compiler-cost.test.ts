import { join } from 'node:path'
import ts from 'typescript-5'
import { expect, test } from 'vitest'

const HEAD = `
import { createClient, type Problem } from '@app/client'
import { endpoint } from '@app/endpoint'
import * as z from 'zod'
`

const described = (n: number) => `
const note${n} = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const create${n} = endpoint({
  method: 'POST', path: '/teams/{team}/notes${n}/{id}', body: z.object({ title: z.string() }),
  responses: { 201: note${n}, 409: z.object({ message: z.string() }) },
})
`

const called = (n: number) => `
const answer${n} = await api.create${n}({ params: { team: 'red', id: ${n} }, body: { title: '' } })
export const title${n}: string | undefined =
  answer${n}.status === 201 ? answer${n}.data.title : answer${n}.status === 422 ? answer${n}.data.detail : undefined
`

const byHand = (n: number) => `
const response${n} = await fetch(\`http://localhost/teams/\${'red'}/notes${n}/\${${n}}\`, {
  method: 'POST', headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ title: '' } satisfies z.infer<typeof create${n}.body>),
})
const read${n} = async (): Promise<string | undefined> => {
  if (response${n}.status === 201) return ((await response${n}.json()) as z.infer<(typeof create${n}.responses)[201]>).title
  return response${n}.status === 422 ? ((await response${n}.json()) as Problem).detail : undefined
}
export const title${n} = await read${n}()
`

/**
 * Returns the number of types that the compiler instantiates for a program with this number of endpoints. Each function
 * in `others` writes further code for each endpoint, such as a call. Checks that the program compiles.
 */
function instantiations(endpoints: number, ...others: readonly ((n: number) => string)[]): number {
  const numbers = Array.from({ length: endpoints }, (_, n) => n)
  const names = numbers.map((n) => `create${n}`).join(', ')
  const client = others.includes(called) ? `const api = createClient({ ${names} })` : ''
  const text = [HEAD, ...numbers.map(described), client, ...others.flatMap((write) => numbers.map(write))].join('')
  const file = join(import.meta.dirname, 'many.ts')
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, exactOptionalPropertyTypes: true },
    ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2024, types: ['node'] },
    allowImportingTsExtensions: true,
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = (name) => name === file || fileExists(name)
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2024) : getSourceFile(name, ...rest)
  const program = ts.createProgram([file], options, host)
  const errors = program.getSemanticDiagnostics(program.getSourceFile(file))
  expect(errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
  return program.getInstantiationCount()
}

test('the number of types that the compiler instantiates grows in proportion to the calls, and is at most 2.2 times the number for the same calls written by hand with fetch', () => {
  const [none, half, all] = [instantiations(0), instantiations(100, called), instantiations(500, called)]
  expect((all - none) / 500 / ((half - none) / 100)).toBeLessThan(1.1)
  expect((all - none) / (instantiations(500, byHand) - none)).toBeLessThan(2.2)
})
