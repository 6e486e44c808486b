import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { target } from './links.ts'
import { read, type Section, type WrittenPage } from './pages.ts'

/**
 * Writes what language models read into the folder of the site: the Markdown of each written page beside the page,
 * `llms.txt`, as https://llmstxt.org describes it, and `llms-full.txt` with the text of all pages.
 */
export function writeMarkdown(site: string, sections: readonly Section[]): void {
  const files = [...new Set(sections.flatMap(({ pages }) => pages.map(({ file }) => file)))]
  const texts = files.map((file) => ({ file, text: markdownOf(file, (path) => files.includes(path)) }))
  for (const { file, text } of texts) {
    mkdirSync(dirname(join(site, file)), { recursive: true })
    writeFileSync(join(site, file), text)
  }
  writeFileSync(join(site, 'llms.txt'), index(sections))
  writeFileSync(join(site, 'llms-full.txt'), texts.map(({ file, text }) => `<!-- ${file} -->\n\n${text}`).join('\n'))
}

function index(sections: readonly Section[]): string {
  const { description } = JSON.parse(read('package.json')) as { description: string }
  const list = sections.map(({ title, pages }) => `## ${title}\n\n${pages.map(entry).join('\n')}\n`)
  return `# @app\n\n> ${description}\n\n${list.join('\n')}`
}

function entry({ file, title, description }: WrittenPage): string {
  return `- [${title}](${file}): ${description}`
}

function markdownOf(file: string, isPage: (file: string) => boolean): string {
  return read(file).replace(/\]\(([^)\s]+)\)/g, (_, link: string) => `](${target(file, link, isPage)})`)
}
