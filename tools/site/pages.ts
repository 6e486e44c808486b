import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** The root of the repository. */
export const ROOT: string = join(import.meta.dirname, '../..')

/** A hand-written page: Markdown of the repository. */
export interface WrittenPage {
  /** The path from the root of the repository, with slashes. */
  readonly file: string
  readonly title: string
  readonly description: string
}

/** Pages under a common title. */
export interface Section {
  readonly title: string
  readonly pages: readonly WrittenPage[]
}

/**
 * The guides: a section for each heading of docs/README.md with the pages that are listed below it. The first begins
 * with docs/README.md itself, and the section about the code with CONTRIBUTING.md.
 */
export function guides(): readonly Section[] {
  const [, ...parts] = read('docs/README.md').split(/^## /m)
  const sections = parts
    .map((part) => ({ title: part.slice(0, part.indexOf('\n')).trim(), pages: listedPages(part) }))
    .filter(({ pages }) => pages.length > 0)
  const index = pageOf('docs/README.md', 'All pages, in order.')
  const contributing = pageOf('CONTRIBUTING.md', 'How we work.')
  return sections.map((section, position) => {
    if (position === 0) return { ...section, pages: [index, ...section.pages] }
    const isAboutCode = section.pages.some(({ file }) => file === 'docs/architecture.md')
    return isAboutCode ? { ...section, pages: [contributing, ...section.pages] } : section
  })
}

/** The README of each package, under the name of the package. */
export function packages(): Section {
  const pages = globSync('packages/*/package.json', { cwd: ROOT })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const { name = '', description = '' } = JSON.parse(read(path)) as { name?: string; description?: string }
      return { file: path.replace('package.json', 'README.md'), title: name, description }
    })
  return { title: 'Packages', pages }
}

/** The pages to which the list items of a string link, such as `- [Routing](routing.md): the grammar of paths.` */
function listedPages(text: string): readonly WrittenPage[] {
  const items = text.matchAll(/^ *[-*] \[[^\]]+\]\(([^)#\s]+\.md)\)(.*(?:\n {2,}(?![-*] ).+)*)/gm)
  return [...items].map(([, path = '', rest = '']) =>
    pageOf(posix.join('docs', path), rest.replace(/^\W+/, '').replace(/\s+/g, ' ')),
  )
}

function pageOf(file: string, description: string): WrittenPage {
  const [, title] = /^# (.+)$/m.exec(read(file)) ?? []
  if (title === undefined) throw new Error(`${file} has no title: begin it with a line "# …".`)
  return { file, title: title.replaceAll('`', ''), description }
}

/** The text of a file, given by its path from the root of the repository. */
export function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}
