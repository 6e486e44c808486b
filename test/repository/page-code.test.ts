import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declaredNames, freeNamesOf, importsOf } from './names-of-code.ts'

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
  /**
   * Whether the page says that the block is a part of the file. Then the block may use names that the rest of the file
   * declares.
   */
  readonly isPart: boolean
}

const BLOCK =
  /^(?:`([\w./[\]-]+)`(, a part of \[the file\]\([^)]+\))?|<!-- file: (\S+) -->)\n+```(\w+)\n([\s\S]*?)```/gm
const blocks: readonly Block[] = PAGES.flatMap((page) =>
  [...read(page).matchAll(BLOCK)].map(([, caption, part, comment, language = '', code = '']) => ({
    page,
    file: caption ?? comment ?? '',
    code,
    isPart: part !== undefined,
    isShown: page.startsWith('packages/') || /^[tj]s$/.test(language) === (caption !== undefined),
  })),
).filter(({ isShown }) => isShown)

test.each(blocks)('the code in $page is copied from $file', ({ file, code }) => {
  const [imports, body] = withoutImports(code)
  const source = read(file)
  const imported = importsOf(source)
  for (const [name, from] of importsOf(imports)) expect([name, imported.get(name)]).toEqual([name, from])
  // The block consists of parts of the file, in the order of the file. Parts of the file may be left out where the
  // block has an empty line.
  const flat = withoutIndentation(source)
  if (flat.includes(withoutIndentation(body).trim())) return
  let at = 0
  for (const part of withoutIndentation(body).trim().split('\n\n')) {
    expect(flat.slice(at)).toContain(part)
    at = flat.indexOf(part, at) + part.length
  }
})

test('each block of TypeScript or JavaScript in README.md and in the pages of docs has the path of its file above it', () => {
  const loose = PAGES.filter((page) => !page.startsWith('packages/')).flatMap((page) =>
    [...read(page).matchAll(/^(.*)\n+```(?:ts|js)\n/gm)]
      .filter(([, above = '']) => !/^`[\w./[\]-]+`(?:, a part of \[the file\]\(.+\))?$/.test(above))
      .map(() => page),
  )
  expect(loose).toEqual([])
})

/** A name that a block uses, and that neither the block nor an earlier block of the page declares. */
interface UnknownName {
  readonly name: string
  readonly file: string
  readonly isPart: boolean
}

const scripts = blocks.filter(({ page, file }) => !page.startsWith('packages/') && /\.[cm]?[jt]s$/.test(file))
const freeNames = new Map(freeNamesOf(scripts.map(({ code }) => code)).map((names, i) => [scripts[i], names]))
const byPage = Map.groupBy(scripts, ({ page }) => page)
const unknownOf = new Map([...byPage].map(([page, shown]) => [page, unknownIn(shown)]))

function unknownIn(shown: readonly Block[]): readonly UnknownName[] {
  const known = new Set<string>()
  return shown.flatMap((block) => {
    const unknown = freeNames.get(block)?.filter((name) => !known.has(name)) ?? []
    for (const name of declaredNames(block.code)) known.add(name)
    return unknown.map((name) => ({ name, file: block.file, isPart: block.isPart }))
  })
}

test.each([...unknownOf.keys()])('the code on %s imports each name that it uses and that its file imports', (page) => {
  const forgotten = unknownOf.get(page)?.filter(({ name, file }) => importsOf(read(file)).has(name))
  expect(forgotten).toEqual([])
})

test.each([...unknownOf.keys()])(
  '%s says "a part of the file" above each block that uses names of the rest of its file',
  (page) => {
    expect(unknownOf.get(page)?.filter(({ isPart }) => !isPart)).toEqual([])
  },
)

/** The pages that a newcomer reads first. */
const FIRST = ['getting-started', 'pipelines', 'routing', 'endpoints', 'pages', 'errors', 'testing', 'cookbook']

test.each(['README.md', ...FIRST.map((name) => `docs/${name}.md`)])(
  'the blocks of code on %s need no other code than the blocks before them',
  (page) => {
    expect(unknownOf.get(page)).toEqual([])
  },
)

test('freeNamesOf() finds a name that the code neither imports nor declares', () => {
  const code = "import { json } from '@app/core'\n\nexport const show = () => json({ users, at: now() })\n"
  expect(freeNamesOf([code, '  routes: { home },\n'])).toEqual([['users', 'now'], []])
  expect([...declaredNames(code)]).toEqual(['json', 'show'])
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
