import { globSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { slug } from 'github-slugger'
import { type DefaultTheme, defineConfig, type Plugin } from 'vitepress'
import { REPOSITORY, target } from '../links.ts'
import { writeMarkdown } from '../llms.ts'
import { guides, packages, ROOT, read, type Section } from '../pages.ts'

const REFERENCE = 'tools/site/reference'
const LANDING = 'tools/site/index.md'

const sections = [...guides(), packages()]
const reference = globSync('**/*.md', { cwd: join(ROOT, REFERENCE) }).sort()
const pages = new Set([
  LANDING,
  ...sections.flatMap((section) => section.pages.map(({ file }) => file)),
  ...reference.map((file) => posix.join(REFERENCE, file)),
])
const others = globSync('**/*.md', { cwd: ROOT, exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path) })
const { version } = JSON.parse(read('packages/core/package.json')) as { version: string }

/** The search finds guides before the names of the reference, and the beginning of a page before its sections. */
const SEARCH = {
  boost: { title: 4, titles: 2, text: 1 },
  boostDocument: (id: string, _term: string, stored?: Record<string, unknown>) => {
    const isPage = (stored?.titles as readonly string[] | undefined)?.length === 0
    if (id.startsWith('/reference/')) return 0.3
    return (/^\/(?:docs\/(?:decisions|contract|coming)|CONTRIBUTING)/.test(id) ? 0.4 : 1) * (isPage ? 1.5 : 1)
  },
}

/** Node loads vue from this folder, as pages outside of it would not find it. */
const VUE_FOR_ALL_PAGES: Plugin = {
  name: 'vue-for-all-pages',
  enforce: 'pre',
  resolveId: (id, _importer, { ssr }) => (ssr && /^vue($|\/)/.test(id) ? { id, external: true } : null),
}

export default defineConfig({
  title: '@app',
  description: 'Middleware applications for Node, with a router that is a dependency like any other.',
  lang: 'en',
  // Relative links, so that the site may stand at any path of any host.
  base: './',
  srcDir: ROOT,
  srcExclude: others.filter((file) => !pages.has(file)),
  additionalConfig: {},
  outDir: join(ROOT, 'site'),
  cacheDir: join(import.meta.dirname, '../node_modules/.vitepress'),
  vite: {
    publicDir: join(import.meta.dirname, '../public'),
    plugins: [VUE_FOR_ALL_PAGES],
    // The index of the search is one large file, which only those load who search.
    build: { chunkSizeWarningLimit: 5000 },
  },
  rewrites: addressOf,
  markdown: {
    // The anchors of headings are those of GitHub, since the pages are read there too.
    anchor: { slugify: slug },
    // Only headings have attributes, in the reference. Other braces on the pages are text, and so are colons.
    attrs: { rule: ['heading'], allowed: ['id'] },
    emoji: false,
    config: (md) => {
      md.core.ruler.push('written-pages', ({ tokens, env }) => {
        const file = relative(ROOT, env.realPath ?? env.path)
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          if (token.type === 'code_inline') token.attrSet('v-pre', '')
          const href = token.attrGet('href')
          if (href !== null && isWritten(file)) token.attrSet('href', addressOf(target(file, href, isPage)))
        }
      })
    },
  },
  themeConfig: {
    logo: '/favicon.svg',
    nav: [
      { text: 'Get started', link: '/docs/getting-started' },
      { text: 'Tutorial', link: '/docs/tutorial/' },
      { text: 'Packages', link: '/docs/packages' },
      { text: 'Reference', link: '/reference/' },
      { text: version, link: `${REPOSITORY}/releases` },
    ],
    sidebar: [...guides().map(group), referenceGroup(), group(packages())],
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    editLink: { pattern: `${REPOSITORY}/edit/main/:path`, text: 'Edit this page' },
    search: { provider: 'local', options: { miniSearch: { options: { processTerm }, searchOptions: SEARCH } } },
  },
  transformHead: ({ pageData: { relativePath } }) => {
    const href = posix.relative(posix.dirname(relativePath), 'favicon.svg')
    return [['link', { rel: 'icon', type: 'image/svg+xml', href }]]
  },
  transformPageData: ({ filePath }) => (filePath.startsWith(REFERENCE) ? { frontmatter: { editLink: false } } : {}),
  buildEnd: ({ outDir }) => writeMarkdown(outDir, sections),
})

/**
 * The terms under which the search knows a word: the word and its stem, so that "log" finds "logging". Like the functions
 * of `SEARCH`, it is copied into the pages, and so uses no other name of this file.
 */
function processTerm(term: string): string | string[] | null {
  const word = term.toLowerCase()
  if (/^(?:an?|and|do|does|for|how|i|in|is|my|of|on|the|to|what|with)$/.test(word)) return null
  const stem = word.replace(/s$/, '').replace(/(?:(.)\1|(.))ing$/, '$1$2')
  return stem === word ? word : [word, stem]
}

function isPage(file: string): boolean {
  return pages.has(file)
}

/** True if a page is also read on GitHub, where its links lead to files. */
function isWritten(file: string): boolean {
  return file !== LANDING && !file.startsWith(REFERENCE)
}

/** The path of a page in the site, where a README is the index of its folder; a URL stays as it is. */
function addressOf(file: string): string {
  return /^https?:/.test(file)
    ? file
    : file.replace(/^tools\/site\//, '').replace(/(^|\/)README\.md(?=#|$)/, '$1index.md')
}

function group({ title, pages }: Section): DefaultTheme.SidebarItem {
  const items = pages.map(({ file, title }) => ({ text: title, link: `/${addressOf(file)}` }))
  return { text: title, collapsed: true, items }
}

function referenceGroup(): DefaultTheme.SidebarItem {
  const items = reference
    .filter((file) => file !== 'README.md')
    .map((file) => ({ text: `@app/${file.replace('.md', '')}`, link: `/reference/${file}` }))
  return { text: 'Reference', link: '/reference/', collapsed: true, items }
}
