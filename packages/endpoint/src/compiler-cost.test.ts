import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const PACKAGE = resolve(import.meta.dirname, '..')
const TSC = join(PACKAGE, 'node_modules/typescript/bin/tsc')
const LINKED = ['@app/core', '@app/router-find-my-way', 'zod', '@types/node']

/**
 * Writes the schemas of one endpoint. The program with endpoints, and the program whose handlers are written by hand,
 * both use them.
 */
const schemas = (n: number) => `
const note${n} = z.object({ id: z.int(), title: z.string().max(200), text: z.string() })
const input${n} = z.object({ title: z.string().max(200), text: z.string() })
const query${n} = z.object({ page: z.coerce.number().default(1) })
const message${n} = z.object({ message: z.string() })
`

const withEndpoints = (n: number) => `${schemas(n)}
const create${n} = endpoint({
  method: 'POST', path: '/teams/{team}/notes${n}/{id}', name: 'note.${n}', query: query${n}, body: input${n},
  responses: { 201: note${n}, 409: message${n} },
})
app.route(implement(create${n}, async ({ params, query, body, respond }) =>
  query.page > 1 ? respond(409, { message: params.team }) : respond(201, { id: Number(params.id), ...body })))
`

const byHand = (n: number) => `${schemas(n)}
app.post('/teams/{team}/notes${n}/{id}', async (request) => {
  const { params } = request
  const query = query${n}.parse(Object.fromEntries(request.query))
  const body = input${n}.parse(await request.json())
  const conflict: z.infer<typeof message${n}> = { message: params.team }
  const note: z.infer<typeof note${n}> = { id: Number(params.id), ...body }
  return query.page > 1 ? json(conflict, { status: 409 }) : json(note, { status: 201 })
}, 'note.${n}')
`

/**
 * Compiles a program with a number of endpoints, without errors, and returns the number of types that the compiler
 * instantiates for it.
 */
function instantiations(write: (n: number) => string, endpoints: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'endpoints-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const scope of ['@app', '@types']) mkdirSync(join(folder, 'node_modules', scope), { recursive: true })
  symlinkSync(PACKAGE, join(folder, 'node_modules/@app/endpoint'))
  for (const name of LINKED) symlinkSync(linked(name), join(folder, 'node_modules', name))
  const source = [
    "import { Application, json } from '@app/core'",
    "import { FindMyWayRouter } from '@app/router-find-my-way'",
    "import { endpoint } from '@app/endpoint'",
    "import { implement } from '@app/endpoint/server'",
    "import * as z from 'zod'",
    'export const app = new Application({ router: new FindMyWayRouter() })',
    'export { endpoint, implement, json }',
    ...Array.from({ length: endpoints }, (_, n) => write(n)),
  ]
  writeFileSync(join(folder, 'app.ts'), source.join('\n'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const compilerOptions = {
    ...{ strict: true, noEmit: true, module: 'nodenext', target: 'es2024', lib: ['es2024'], types: ['node'] },
    ...{ allowImportingTsExtensions: true, skipLibCheck: true, exactOptionalPropertyTypes: true },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }))
  const printed = execFileSync(process.execPath, [TSC, '-p', folder, '--extendedDiagnostics'], { encoding: 'utf8' })
  return Number(/Instantiations:\s+(\d+)/.exec(printed)?.[1])
}

function linked(name: string): string {
  const roots = [join(PACKAGE, 'node_modules', name), join(PACKAGE, '../../node_modules', name)]
  return roots[name === '@types/node' ? 1 : 0] as string
}

test("the compiler's work grows in proportion to the number of endpoints, and is less than twice the work for handlers written by hand", () => {
  const described = [0, 250, 500].map((count) => instantiations(withEndpoints, count)) as [number, number, number]
  const [none, half, all] = described
  expect((all - half) / (half - none)).toBeLessThan(1.1)
  const [withoutHand, hand] = [instantiations(byHand, 0), instantiations(byHand, 500)]
  expect((all - none) / (hand - withoutHand)).toBeLessThan(2)
})
