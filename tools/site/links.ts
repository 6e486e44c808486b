import { existsSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import { join } from 'node:path/posix'
import { repositoryPage } from '../release/repository.ts'
import { ROOT } from './pages.ts'

export const REPOSITORY: string = repositoryPage(ROOT)

/**
 * The target of a relative link on a written page: another page, relative to the first, or else the file on the page of
 * the repository. A link to a folder with a page `README.md` is a link to that page. Other links stay as they are. `file`
 * is the path of the page from the root of the repository. Throws for a file that does not exist.
 */
export function target(file: string, link: string, isPage: (file: string) => boolean): string {
  if (/^(?:[a-z]+:|#|\/)/.test(link)) return link
  const [, path = '', hash = ''] = /^([^#]*)(.*)$/.exec(link) ?? []
  const found = join(posix.dirname(file), decodeURI(path))
  const place = join(ROOT, found)
  if (!existsSync(place)) throw new Error(`${file} links to ${link}, which does not exist.`)
  const isFolder = statSync(place).isDirectory()
  const page = isFolder ? join(found, 'README.md') : found
  if (isPage(page)) return posix.relative(posix.dirname(file), page) + hash
  return `${REPOSITORY}/${isFolder ? 'tree' : 'blob'}/main/${found.replace(/\/$/, '')}${hash}`
}
