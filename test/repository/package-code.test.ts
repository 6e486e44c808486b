import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourcePackages } from '../../tools/imports.ts'
import { CodeFolder, declarationOf, EXPORTED, isOfReader, type Mistake, missingNames } from './compiled-code.ts'

/** Code that a package shows: a block of its README, or an example in a doc comment. */
interface Code {
  /** The file from which the code is compiled. */
  readonly file: string
  readonly code: string
  /** The lines that stand before the code whatever names it uses. */
  readonly before: readonly string[]
  /** The line that makes a name known that the code uses without a declaration or an import. */
  readonly preludeFor: (name: string) => string
}

interface Block extends Code {
  readonly page: string
}

const ROOT = join(import.meta.dirname, '../..')
const PAGES = globSync(['packages/*/README.md', 'packages/create/templates/*/README.md'], { cwd: ROOT }).sort()
const IMPORT = /^import [^;]*? from '[^']*'$/gm
const EXAMPLE = /@example\n((?: *\*(?!\/| @).*\n)+)/g

/** The blocks of the READMEs. The imports of all earlier blocks of a page stand before each block. */
const blocks: readonly Block[] = PAGES.flatMap((page) => {
  const before: string[] = []
  return [...readFileSync(join(ROOT, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ''], i) => {
    const file = `${page.replace(/\W+/g, '-')}-${i}.ts`
    const imports = before.filter((line) => !code.includes(line))
    before.push(...(code.match(IMPORT) ?? []))
    return { page, file, code, before: imports, preludeFor: declarationOf }
  })
})

/** The code of each `@example` in the sources of the packages. */
const examples: readonly Code[] = sourcePackages(ROOT).flatMap(({ name: owner, folder, files }) =>
  files.flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(EXAMPLE)].map(([, lines = ''], i) => ({
      file: `${owner}-${path}-${i}.ts`.replace('@app/', '').replaceAll('/', '-'),
      code: lines.replace(/^ *\* ?/gm, '').replace(/^```.*$/gm, ''),
      before: [],
      preludeFor: (name: string) => importOf(name, owner),
    })),
  ),
)

/**
 * An import of a name from the package of the example, from the core or from another package, or a declaration for a
 * name of the reader's own code. The name `z` is imported from zod.
 */
function importOf(name: string, own: string): string {
  if (name === 'z') return "import * as z from 'zod'"
  const owner = [own, '@app/core', ...EXPORTED.keys()].find((one) => EXPORTED.get(one)?.has(name))
  return owner === undefined ? declarationOf(name) : `import { ${name} } from '${EXPORTED.get(owner)?.get(name)}'`
}

/** A block that is on no page, with a mistake that the test has to find. */
const BROKEN: Code = {
  file: 'broken.ts',
  code: "import { session } from '@app/session'\nsession({ secrt: '' })",
  before: [],
  preludeFor: declarationOf,
}

const all = [...blocks, ...examples, BROKEN]
const folder = new CodeFolder('packages')
const missing = new Map<string, readonly string[]>()
const mistakes = new Map<string, string[]>()

// First, the compiler names what the code uses without a declaration or an import; then it has that. Examples are compiled
// apart: they do not know the properties that a README declares for an interface of its package.
beforeAll(async () => {
  const first = await mistakesOf(all)
  for (const { file } of all) missing.set(file, [...new Set(missingNames(first, file))])
  for (const part of [[...blocks, BROKEN], examples]) {
    for (const { file, message } of (await mistakesOf(part)).filter((one) => !isOfReader(one)))
      mistakes.set(file, [...(mistakes.get(file) ?? []), message])
  }
})
afterAll(() => folder.remove())

/** Compiles a part of the code, with a prelude for all names that are known to be missing. */
function mistakesOf(part: readonly Code[]): Promise<readonly Mistake[]> {
  const sourceOf = ({ file, code, before, preludeFor }: Code) =>
    [...before, ...(missing.get(file) ?? []).map(preludeFor), code, 'export {}\n'].join('\n')
  return folder.mistakes(Object.fromEntries(all.map((one) => [one.file, part.includes(one) ? sourceOf(one) : ''])))
}

/** True if the package of a page, or the core, exports a name. */
function isExported(name: string, { page }: Block): boolean {
  return [`@app/${page.split('/')[1]}`, '@app/core'].some((one) => EXPORTED.get(one)?.has(name))
}

test.each(blocks)('the code of $page compiles: $file', ({ file }) => {
  expect(mistakes.get(file) ?? []).toEqual([])
})

test.each(blocks)(
  'the code of $page imports the names that it uses from its package and from the core: $file',
  (block) => {
    expect(missing.get(block.file)?.filter((name) => isExported(name, block))).toEqual([])
  },
)

test('the examples in doc comments compile', () => {
  expect(examples).not.toEqual([])
  expect(examples.filter(({ file }) => mistakes.has(file)).map(({ file }) => [file, mistakes.get(file)])).toEqual([])
})

test('the test would find code with an option that does not exist', () => {
  expect(mistakes.get(BROKEN.file)).toEqual([expect.stringContaining("'secrt' does not exist")])
})
