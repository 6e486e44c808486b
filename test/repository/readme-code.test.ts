import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sectionsIn } from '../../tools/api/read-report.ts'
import { sourcePackages } from '../../tools/imports.ts'
import { runCommand } from '../programs/run-program.ts'

const ROOT = join(import.meta.dirname, '../..')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
const PAGES = globSync(['packages/*/README.md', 'packages/create/templates/*/README.md'], { cwd: ROOT }).sort()
const packages = sourcePackages(ROOT)

/** The sources of each public module, by what one imports it as. */
const doors = packages.flatMap(({ name, folder, manifest }) =>
  Object.entries(manifest.exports ?? {}).flatMap(([entry, file]) =>
    typeof file === 'string' ? [[join(name, entry), join(folder, file)] as const] : [],
  ),
)

/** The names that a package exports, each with the module. */
const exported = new Map(
  packages.map(({ name, folder }) => {
    const sections = [...sectionsIn(readFileSync(join(folder, 'api.md'), 'utf8'))].filter(([title]) =>
      title.startsWith(name),
    )
    return [name, new Map(sections.flatMap(([title, names]) => [...names.keys()].map((one) => [one, title] as const)))]
  }),
)

interface Block {
  readonly file: string
  readonly page: string
  readonly code: string
  /** What a reader has imported for the blocks before. */
  readonly before: readonly string[]
}

const IMPORT = /^import [^;]*? from '[^']*'$/gm
const blocks: readonly Block[] = PAGES.flatMap((page) => {
  const before: string[] = []
  return [...readFileSync(join(ROOT, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ''], i) => {
    const block = { file: `${page.replace(/\W+/g, '-')}-${i}.ts`, page, code, before: [...before] }
    before.push(...(code.match(IMPORT) ?? []))
    return block
  })
})

// Inside of the workspace, where packages of others are found.
mkdirSync(join(ROOT, 'test/dist'), { recursive: true })
const folder = mkdtempSync(join(ROOT, 'test/dist/readmes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Mistake {
  readonly file: string
  readonly code: string
  readonly message: string
}

/** What the compiler says of the blocks, each with lines in front of it. */
async function mistakesWith(preludeOf: (block: Block) => string): Promise<readonly Mistake[]> {
  for (const block of blocks) writeFileSync(join(folder, block.file), `${preludeOf(block)}\n${block.code}\nexport {}\n`)
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2024', lib: ['esnext', 'dom', 'dom.iterable'], types: ['node'] },
    // What the reader's own is handed tells its type to nobody.
    ...{ strict: true, noImplicitAny: false, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    paths: Object.fromEntries(doors.map(([specifier, source]) => [specifier, [source]])),
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  const { stdout } = await runCommand(process.execPath, [TSC, '-p', folder, '--pretty', 'false'], { cwd: folder })
  return [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error TS(\d+): (.*)$/gm)].map(
    ([, file = '', code = '', message = '']) => ({ file, code, message }),
  )
}

/** Of names that no package exports, which are the reader's, nothing is known. */
function declarationOf(name: string): string {
  if (name === 'app') return "declare const app: import('@app/core').Application"
  return `declare const ${name}: any; type ${name} = any`
}

/** Whether the package of a page, or the core, exports a name. */
function isExported(name: string, { page }: Block): boolean {
  return [`@app/${page.split('/')[1]}`, '@app/core'].some((one) => exported.get(one)?.has(name))
}

/** What no page has: if it is not found, nothing is. */
const BROKEN = 'broken.ts'

const mistakes = new Map<string, string[]>()
const forgotten = new Map<string, readonly string[]>()
beforeAll(async () => {
  const first = await mistakesWith(({ before, code }) => before.filter((line) => !code.includes(line)).join('\n'))
  const missing = (file: string) =>
    first.flatMap((one) => {
      if (one.file !== file || !['2304', '2552', '2693', '18004'].includes(one.code)) return []
      return /^(?:.*(?:name|property) )?'(\w+)'/.exec(one.message)?.[1] ?? []
    })
  for (const block of blocks)
    forgotten.set(
      block.file,
      missing(block.file).filter((name) => isExported(name, block)),
    )
  writeFileSync(join(folder, BROKEN), `import { session } from '@app/session'\nsession({ secrt: '' })\n`)
  const left = await mistakesWith((block) =>
    [
      ...block.before.filter((line) => !block.code.includes(line)),
      ...[...new Set(missing(block.file))].map((name) => declarationOf(name)),
    ].join('\n'),
  )
  // Modules that the reader has, and we do not; and values that come of what the reader has.
  const ofReader = ({ code, message }: Mistake) =>
    (code === '2307' && !message.includes("'@app/")) || ['2571', '18046'].includes(code)
  const real = left.filter((mistake) => !ofReader(mistake))
  for (const { file, message } of real) mistakes.set(file, [...(mistakes.get(file) ?? []), message])
})

test.each(blocks)('the code of $page compiles: $file', ({ file }) => {
  expect(mistakes.get(file) ?? []).toEqual([])
})

test.each(blocks)('the code of $page imports what it uses: $file', ({ file }) => {
  expect(forgotten.get(file)).toEqual([])
})

test('code that names an option which is not there would be found', () => {
  expect(mistakes.get(BROKEN)).toEqual([expect.stringContaining("'secrt' does not exist")])
})
