import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { slug } from 'github-slugger'
import { expect, test } from 'vitest'
import { UNRELEASED } from '../../tools/compatibility/last-release.ts'
import { sourcePackages } from '../../tools/imports.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: ROOT })

test('each file to which a link on a page leads exists', () => {
  const broken = PAGES.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    return [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
      .filter(([, target = '']) => !existsSync(join(ROOT, dirname(page), target)))
      .map(([, target]) => `${page}: ${target}`)
  })
  expect(broken).toEqual([])
})

test('each heading to which a link on a page leads exists', () => {
  const headings = new Map<string, ReadonlySet<string>>()
  const hasHeading = (file: string, id: string) => {
    const text = readFileSync(join(ROOT, file), 'utf8').replace(/^```[\s\S]*?^```/gm, '')
    if (!headings.has(file))
      headings.set(file, new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, one = '']) => slug(one))))
    return headings.get(file)?.has(id)
  }
  const broken = PAGES.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    return [...text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
      .map(([, file = '', id = '']) => ({ file: file === '' ? page : join(dirname(page), file), id }))
      .filter(({ file, id }) => file.endsWith('.md') && !hasHeading(file, id))
      .map(({ file, id }) => `${page}: ${file}#${id}`)
  })
  expect(broken).toEqual([])
})

test('a name that a page says to be in a source file is in that file', () => {
  const named = PAGES.flatMap((page) =>
    [...readFileSync(join(ROOT, page), 'utf8').matchAll(/`(\w+)`\s+in\s+\[[^\]]+\]\(([^)#]+\.ts)\)/g)].map(
      ([, name = '', file = '']) => ({ page, name, file }),
    ),
  )
  expect(named).not.toEqual([])
  const absent = named.filter(({ page, name, file }) => {
    return !readFileSync(join(ROOT, dirname(page), file), 'utf8').includes(name)
  })
  expect(absent).toEqual([])
})

test('docs/README.md has a link to every other page in docs', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8')
  const absent = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md').filter(
    (page) => !index.includes(`](${page.slice('docs/'.length)})`),
  )
  expect(absent).toEqual([])
})

test('README.md has a link to every released package', () => {
  const page = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const released = sourcePackages(ROOT).filter(({ manifest }) => manifest.version !== UNRELEASED)
  const absent = released.filter(({ folder }) => !page.includes(`](packages/${basename(folder)})`))
  expect(absent.map(({ name }) => name)).toEqual([])
})

test('each path of a file or folder that a page names exists', () => {
  const missing = PAGES.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    return [...text.matchAll(/`((?:bench|docs|examples|packages|test|tools)\/[^`\s<]*)`/g)]
      .filter(([, path = '']) => placesOf(page).every((cwd) => !isThere(cwd, path)))
      .map(([, path]) => `${page}: ${path}`)
  })
  expect(missing).toEqual([])
})

/** True if a path, which may contain brackets as plain text, exists in a folder, or matches a file there as a glob. */
function isThere(cwd: string, path: string): boolean {
  return existsSync(join(cwd, path)) || globSync(path, { cwd }).length > 0
}

/**
 * The folders in which the paths on a page are searched: the pages of the tutorial also name files of the noticeboard.
 */
function placesOf(page: string): readonly string[] {
  return page.startsWith('docs/tutorial/') ? [ROOT, join(ROOT, 'examples/noticeboard')] : [ROOT]
}
