import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const REPOSITORY = 'https://github.com/app/app'

/** The target of a link on a written page: another page of the site, or a file of the repository. */
export type Destination = { readonly page: string } | { readonly url: string }

/**
 * Finds the target of a relative link. A link to a folder with a page `README.md` is a link to that page. `file` is the
 * absolute path of the file with the link; the path of a page in the result is absolute too; `isPage` says which files
 * are pages. Throws an error for a file that does not exist.
 */
export function destination(root: string, file: string, link: string, isPage: (file: string) => boolean): Destination {
  const [path = '', anchor] = link.split('#')
  const target = resolve(dirname(file), decodeURI(path))
  if (!existsSync(target)) throw new Error(`${relative(root, file)} links to ${link}, which does not exist.`)
  const isFolder = statSync(target).isDirectory()
  const page = isFolder ? join(target, 'README.md') : target
  if (isPage(page)) return { page }
  const kind = isFolder ? 'tree' : 'blob'
  const hash = anchor === undefined ? '' : `#${anchor}`
  return { url: `${REPOSITORY}/${kind}/main/${relative(root, target).replaceAll('\\', '/')}${hash}` }
}

/** The file to which a URL of this repository on GitHub leads; `undefined` for any other URL. */
export function repositoryFile(url: string): string | undefined {
  const [, path] = /^https:\/\/github\.com\/app\/app\/(?:blob|tree)\/main\/([^#?]*)/.exec(url) ?? []
  return path === undefined ? undefined : decodeURI(path)
}

/** The pattern of the URLs of sources, for typedoc, which fills in path and line. */
export const SOURCE_LINK: string = `${REPOSITORY}/blob/main/{path}#L{line}`
