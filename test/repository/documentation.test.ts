import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { DRAWN_PAGES, redrawn } from '../../tools/drawn-pages.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: ROOT })

/** Code blocks that say which file they are: `<!-- file: path -->` on the line before. */
const blocks = PAGES.flatMap((page) => {
  const text = readFileSync(join(ROOT, page), 'utf8')
  return [...text.matchAll(/<!-- file: (\S+) -->\n+```\w+\n([\s\S]*?)```/g)].map(([, file = '', code = '']) => ({
    page,
    file,
    code,
  }))
})

test.each(blocks)('the code in $page is $file', ({ file, code }) => {
  const source = readFileSync(join(ROOT, file), 'utf8')
  expect(withoutIndentation(source)).toContain(withoutIndentation(code).trimEnd())
})

/** A page shows the inside of a block without the indentation that it has in its file. */
function withoutIndentation(code: string): string {
  return code.replace(/^[ \t]+/gm, '')
}

test('README and the pages of docs show no TypeScript that is not a file', () => {
  const loose = PAGES.filter((page) => !page.startsWith('packages/')).flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    return [...text.matchAll(/(<!-- file: \S+ -->\n+)?```(?:ts|js)\n/g)].filter(([, file]) => !file).map(() => page)
  })
  expect(loose).toEqual([])
})

test('links between pages lead somewhere', () => {
  const broken = PAGES.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    return [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .filter(([, target = '']) => !existsSync(join(ROOT, dirname(page), target)))
      .map(([, target]) => `${page}: ${target}`)
  })
  expect(broken).toEqual([])
})

test('at most two files answer a question about where something is', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  const [, section = ''] = /^## Where is …\?\n([\s\S]*?)^## /m.exec(text) ?? []
  const rows = [...section.matchAll(/^\| (.+\?) +\| (.+) \|$/gm)]
  expect(rows.length).toBeGreaterThanOrEqual(8)
  const filesIn = (answer: string) => new Set([...answer.matchAll(/\]\(([^)#]+)/g)].map(([, file]) => file))
  const scattered = rows.filter(([, , answer = '']) => ![1, 2].includes(filesIn(answer).size))
  expect(scattered.map(([, question]) => question)).toEqual([])
})

test('every page of docs is in its index', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8')
  const absent = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md').filter(
    (page) => !index.includes(`](${page.slice('docs/'.length)})`),
  )
  expect(absent).toEqual([])
})

test('paths that pages name are there', () => {
  const missing = PAGES.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    return [...text.matchAll(/`((?:bench|docs|examples|packages|test|tools)\/[^`\s<]*)`/g)]
      .filter(([, path = '']) => placesOf(page).every((cwd) => globSync(path, { cwd }).length === 0))
      .map(([, path]) => `${page}: ${path}`)
  })
  expect(missing).toEqual([])
})

/** Where the paths are that a page names: the tutorial is about the files of its product. */
function placesOf(page: string): readonly string[] {
  return page.startsWith('docs/tutorial/') ? [ROOT, join(ROOT, 'examples/noticeboard')] : [ROOT]
}

test.each(DRAWN_PAGES)('$path is drawn from the sources as they are', (page) => {
  const text = readFileSync(join(ROOT, page.path), 'utf8')
  expect(text, 'The page is old: run node tools/draw-imports.ts').toBe(redrawn(ROOT, page))
})
