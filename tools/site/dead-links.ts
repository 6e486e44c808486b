import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { repositoryFile } from './repository-links.ts'

/**
 * The links of a site that lead nowhere, each with its page. Their target is a file or an anchor that the site lacks,
 * or a file that the repository lacks. Links to other hosts are not checked.
 */
export function deadLinks(site: string, root: string): readonly string[] {
  const anchors = new Map<string, ReadonlySet<string>>()
  const anchorsOf = (file: string) => {
    const known = anchors.get(file) ?? idsOf(readFileSync(file, 'utf8'))
    anchors.set(file, known)
    return known
  }
  return globSync('**/*.{html,md}', { cwd: site }).flatMap((page) => {
    const file = join(site, page)
    const links = page.endsWith('.md') ? linksOfMarkdown(file) : linksOfPage(file)
    return links.filter((link) => !leads(file, link)).map((link) => `${page}: ${link}`)
  })

  function leads(file: string, link: string): boolean {
    if (/^[a-z]+:/.test(link)) {
      const inRepository = repositoryFile(link)
      return inRepository === undefined || existsSync(join(root, inRepository))
    }
    const [path = '', anchor = ''] = link.split('#')
    const target = path === '' ? file : resolve(dirname(file), decodeURI(path))
    if (!existsSync(target) || !statSync(target).isFile()) return false
    return anchor === '' || !target.endsWith('.html') || anchorsOf(target).has(decodeURI(anchor))
  }
}

function linksOfPage(file: string): readonly string[] {
  const links = readFileSync(file, 'utf8').matchAll(/<(?:a|link|script|img)\b[^>]*?\s(?:href|src)="([^"]*)"/g)
  return unique([...links].map(([, link = '']) => link.replaceAll('&amp;', '&')))
}

function linksOfMarkdown(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replace(/```[\s\S]*?```/g, '')
  return unique([...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link))
}

function idsOf(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/\s(?:id|name)="([^"]*)"/g)].map(([, id = '']) => id))
}

function unique(links: readonly string[]): readonly string[] {
  return [...new Set(links)].filter((link) => link !== '')
}
