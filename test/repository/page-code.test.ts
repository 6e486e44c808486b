import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: ROOT }).sort()
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/**
 * A block of code on a page, copied from a file. Above the block stands the path of the file, or, in READMEs of
 * packages and for code that readers do not paste, an HTML comment with the path.
 */
interface Block {
  readonly page: string
  readonly file: string
  readonly code: string
}

const BLOCK =
  /^(?:`([\w./[\]-]+)`(?:, a part of \[the file\]\([^)]+\))?|<!-- file: (\S+) -->)\n+```(\w+)\n([\s\S]*?)```/gm
const blocks: readonly Block[] = PAGES.flatMap((page) =>
  [...read(page).matchAll(BLOCK)].map(([, caption, comment, language = '', code = '']) => ({
    page,
    file: caption ?? comment ?? '',
    code,
    isShown: page.startsWith('packages/') || /^[tj]s$/.test(language) === (caption !== undefined),
  })),
).filter(({ isShown }) => isShown)

test.each(blocks)('the code in $page is copied from $file', ({ file, code }) => {
  const [imports, body] = withoutImports(code)
  const source = read(file)
  const imported = importsIn(source)
  expect(importsIn(imports).filter((one) => !imported.includes(one))).toEqual([])
  // The block consists of parts of the file, in the order of the file. Parts of the file may be left out where the
  // block has an empty line.
  const flat = withoutIndentation(source)
  if (flat.includes(withoutIndentation(body).trim())) return
  let at = 0
  const absent = (part: string) => {
    const found = flat.indexOf(part, at)
    if (found >= 0) at = found + part.length
    return found < 0
  }
  const parts = withoutIndentation(body).trim().split('\n\n')
  expect(
    parts.find(absent),
    `not in ${file}, or not in this order; leave out pieces only at an empty line`,
  ).toBeUndefined()
})

test('each block of TypeScript or JavaScript in README.md and in the pages of docs has the path of its file above it', () => {
  const loose = PAGES.filter((page) => !page.startsWith('packages/')).flatMap((page) =>
    [...read(page).matchAll(/^(.*)\n+```(?:ts|js)\n/gm)]
      .filter(([, above = '']) => !/^`[\w./[\]-]+`(?:, a part of \[the file\]\(.+\))?$/.test(above))
      .map(
        ({ index, 0: { length } }) =>
          `${page}:${
            read(page)
              .slice(0, index + length)
              .split('\n').length
          }`,
      ),
  )
  expect(loose, 'copy the code from a file, such as one of examples/pages, and write its path above the block').toEqual(
    [],
  )
})

/**
 * Removes all indentation, since a page may show the inside of a block without the indentation that it has in its file.
 */
function withoutIndentation(code: string): string {
  return code.replace(/^[ \t]+/gm, '')
}

/** Splits code into the imports at its beginning and the rest. */
function withoutImports(code: string): readonly [imports: string, body: string] {
  const [imports = ''] = /^(?:import [^;]*? from '[^']*'\n)*/.exec(code) ?? []
  return [imports, code.slice(imports.length)]
}

/** The names that code imports, each with its module: `json from @app/core`. */
function importsIn(code: string): readonly string[] {
  return [...code.matchAll(/^import ([^;]*?) from '([^']*)'/gm)].flatMap(([, names = '', from]) =>
    names
      .replace(/^type |[{}]/g, '')
      .split(',')
      .map((name) => name.replace(/\btype /, '').trim())
      .filter(Boolean)
      .map((name) => `${name} from ${from}`),
  )
}
