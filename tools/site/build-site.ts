import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { documentSections, packagePages, titleOf } from './contents.ts'
import { deadLinks } from './dead-links.ts'
import { llmsFull, llmsIndex, markdownOf } from './llms.ts'
import { writeReference } from './reference.ts'

// `pnpm docs:site [folder]`: all pages and the API reference as files that need no server and no network.
const root = join(import.meta.dirname, '../..')
const site = resolve(process.argv[2] ?? join(root, 'site'))

const contributing = { file: 'CONTRIBUTING.md', title: titleOf(root, 'CONTRIBUTING.md'), description: 'How we work.' }
const index = { file: 'docs/README.md', title: titleOf(root, 'docs/README.md'), description: 'All pages, in order.' }
const documents = documentSections(root).map((section) => {
  if (section.title === 'Begin') return { ...section, pages: [index, ...section.pages] }
  return section.title === 'Change the code' ? { ...section, pages: [contributing, ...section.pages] } : section
})

rmSync(site, { recursive: true, force: true })
await writeReference(root, site, documents)

const all = [...documents, { title: 'Packages', pages: packagePages(root) }]
const files = new Set(all.flatMap(({ pages }) => pages.map(({ file }) => file)))
for (const file of files) {
  mkdirSync(dirname(join(site, file)), { recursive: true })
  writeFileSync(join(site, file), markdownOf(root, file, files))
}
writeFileSync(join(site, 'llms.txt'), llmsIndex(all))
writeFileSync(join(site, 'llms-full.txt'), llmsFull(root, all))

const dead = deadLinks(site, root)
if (dead.length > 0) throw new Error(`${dead.length} links lead nowhere:\n${dead.slice(0, 40).join('\n')}`)
console.log(`Wrote ${join(site, 'index.html')}`)
