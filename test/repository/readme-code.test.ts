import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CodeFolder, declarationOf, EXPORTED, isOfReader, type Mistake, missingNames } from './compiled-code.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = globSync(['packages/*/README.md', 'packages/create/templates/*/README.md'], { cwd: ROOT }).sort()

interface Block {
  readonly file: string
  readonly page: string
  readonly code: string
  /** The imports of all earlier blocks of the page. */
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

/** A block that is on no page, with a mistake that the test has to find. */
const BROKEN = 'broken.ts'

const folder = new CodeFolder('readmes')
afterAll(() => folder.remove())

/**
 * The messages of the compiler for the blocks. Before each block, the compiler gets imports and declarations of the
 * names that the block uses.
 */
function mistakesWith(preludeOf: (block: Block) => string): Promise<readonly Mistake[]> {
  const files = blocks.map((block) => [block.file, `${preludeOf(block)}\n${block.code}\nexport {}\n`])
  return folder.mistakes({
    ...Object.fromEntries(files),
    [BROKEN]: `import { session } from '@app/session'\nsession({ secrt: '' })\n`,
  })
}

/** True if the package of a page, or the core, exports a name. */
function isExported(name: string, { page }: Block): boolean {
  return [`@app/${page.split('/')[1]}`, '@app/core'].some((one) => EXPORTED.get(one)?.has(name))
}

const mistakes = new Map<string, string[]>()
const forgotten = new Map<string, readonly string[]>()
beforeAll(async () => {
  const first = await mistakesWith(({ before, code }) => before.filter((line) => !code.includes(line)).join('\n'))
  const missing = (file: string) => missingNames(first, file)
  for (const block of blocks)
    forgotten.set(
      block.file,
      missing(block.file).filter((name) => isExported(name, block)),
    )
  const left = await mistakesWith((block) =>
    [
      ...block.before.filter((line) => !block.code.includes(line)),
      ...[...new Set(missing(block.file))].map((name) => declarationOf(name)),
    ].join('\n'),
  )
  const real = left.filter((mistake) => !isOfReader(mistake))
  for (const { file, message } of real) mistakes.set(file, [...(mistakes.get(file) ?? []), message])
})

test.each(blocks)('the code of $page compiles: $file', ({ file }) => {
  expect(mistakes.get(file) ?? []).toEqual([])
})

test.each(blocks)(
  'the code of $page imports the names that it uses from its package and from the core: $file',
  ({ file }) => {
    expect(forgotten.get(file)).toEqual([])
  },
)

test('the test would find code with an option that does not exist', () => {
  expect(mistakes.get(BROKEN)).toEqual([expect.stringContaining("'secrt' does not exist")])
})
