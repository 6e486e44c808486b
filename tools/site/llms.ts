import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Section, WrittenPage } from './contents.ts'
import { destination } from './repository-links.ts'

const SUMMARY = 'Middleware applications for Node, on the Fetch API, with a router that is a dependency like any other.'

/**
 * `llms.txt`, as https://llmstxt.org describes it: each written page with its description, and a link to its Markdown.
 */
export function llmsIndex(sections: readonly Section[]): string {
  const list = sections.map(({ title, pages }) => `## ${title}\n\n${pages.map(entry).join('\n')}\n`)
  return `# @app\n\n> ${SUMMARY}\n\n${list.join('\n')}`
}

function entry({ file, title, description }: WrittenPage): string {
  return `- [${title}](${file}): ${description}`
}

/** `llms-full.txt`: all pages one after the other, each below a comment with the path of its file. */
export function llmsFull(root: string, sections: readonly Section[]): string {
  const files = sections.flatMap(({ pages }) => pages.map(({ file }) => file))
  return files.map((file) => `<!-- ${file} -->\n\n${markdownOf(root, file, new Set(files))}`).join('\n')
}

/** The text of a page, whose relative links lead to other pages of the site or to files on GitHub. */
export function markdownOf(root: string, file: string, pages: ReadonlySet<string>): string {
  const isPage = (path: string) => pages.has(relative(root, path).replaceAll('\\', '/'))
  const text = readFileSync(join(root, file), 'utf8')
  return text.replace(/\]\((?!https?:|mailto:|#)([^)\s]+)\)/g, (_, link: string) => {
    const found = destination(root, join(root, file), link, isPage)
    if ('url' in found) return `](${found.url})`
    const [, hash] = link.split('#')
    const to = relative(dirname(join(root, file)), found.page).replaceAll('\\', '/')
    return `](${to}${hash === undefined ? '' : `#${hash}`})`
  })
}
