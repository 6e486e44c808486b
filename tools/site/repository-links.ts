import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const REPOSITORY = 'https://github.com/app/app'

/** Where a link of a written page leads: to another page of the site, or to a file of the repository. */
export type Destination = { readonly page: string } | { readonly url: string }

/**
 * Finds where a relative link leads. A folder with a page `README.md` stands for that page.
 *
 * `file` holds the link, and is an absolute path, as is a page of the answer; `isPage` says which files are pages. Throws
 * for a file that is not there.
 */
export function destination(root: string, file: string, link: string, isPage: (file: string) => boolean): Destination {
  const [path = '', anchor] = link.split('#')
  const target = resolve(dirname(file), decodeURI(path))
  if (!existsSync(target)) throw new Error(`${relative(root, file)} links to ${link}, which is not there.`)
  const isFolder = statSync(target).isDirectory()
  const page = isFolder ? join(target, 'README.md') : target
  if (isPage(page)) return { page }
  const kind = isFolder ? 'tree' : 'blob'
  const hash = anchor === undefined ? '' : `#${anchor}`
  return { url: `${REPOSITORY}/${kind}/main/${relative(root, target).replaceAll('\\', '/')}${hash}` }
}

/** The file of the repository that a URL of ours shows; nothing for any other URL. */
export function repositoryFile(url: string): string | undefined {
  const [, path] = /^https:\/\/github\.com\/app\/app\/(?:blob|tree)\/main\/([^#?]*)/.exec(url) ?? []
  return path === undefined ? undefined : decodeURI(path)
}

/** How the API reference shows the source of a name. */
export const SOURCE_LINK: string = `${REPOSITORY}/blob/main/{path}#L{line}`
