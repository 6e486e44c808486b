import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** A hand-written page: Markdown of the repository. */
export interface WrittenPage {
  /** The path from the root of the repository, with slashes. */
  readonly file: string
  readonly title: string
  readonly description: string
}

/** A section of the site: pages under a common title. */
export interface Section {
  readonly title: string
  readonly pages: readonly WrittenPage[]
}

/** The sections of docs/README.md in their order, with each page that it lists. */
export function documentSections(root: string): readonly Section[] {
  const index = readFileSync(join(root, 'docs/README.md'), 'utf8')
  const [, ...sections] = index.split(/^## /m)
  return sections.map((section) => {
    const entries = section.matchAll(/^- \[[^\]]+\]\(([^)#]+)\): (.+(?:\n {2}.+)*)/gm)
    const pages = [...entries].map(([, path = '', said = '']) => {
      const file = posix.join('docs', path)
      return { file, title: titleOf(root, file), description: said.replace(/\s+/g, ' ') }
    })
    return { title: section.slice(0, section.indexOf('\n')), pages }
  })
}

/** The README of each package that is published, under the name of the package. */
export function packagePages(root: string): readonly WrittenPage[] {
  return globSync('packages/*/package.json', { cwd: root })
    .sort()
    .map((path) => {
      const file = path.replaceAll('\\', '/').replace('package.json', 'README.md')
      const { name, description } = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, string>
      return { file, title: name ?? '', description: description ?? '' }
    })
}

/** The first heading of a page. Throws for a page without one. */
export function titleOf(root: string, file: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? []
  if (title === undefined) throw new Error(`${file} has no title: begin it with a line "# …".`)
  return title
}
