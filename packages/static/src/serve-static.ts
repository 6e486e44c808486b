import { type Middleware, redirect, type ServerRequest } from '@app/core'
import { checkOptions, optionKind } from '@app/core/extending'
import { ASSETS, type Assets } from './assets.ts'
import { contentTypeOf } from './content-type.ts'
import { fileResponse } from './file-response.ts'
import { ServedFolder } from './served-folder.ts'

/** Options of `serveStatic`. */
export interface ServeStaticOptions {
  /** The header `cache-control` of every file, such as `public, max-age=3600`. Default: none. */
  readonly cacheControl?: string | undefined
  /**
   * The files of a build. Those that the build named after their content get `public, max-age=31536000, immutable`, and
   * later handlers and templates find the URLs under the attribute `ASSETS`. Default: none.
   */
  readonly assets?: Assets | undefined
}

/**
 * Middleware that answers GET and HEAD with the files of a folder, by the path after the prefix of the middleware.
 *
 * A folder answers with its `index.html` under a path that ends in a slash; a path without the slash is redirected.
 * Other methods, missing files, names with a leading dot, and everything outside of the folder, also through links, are
 * passed on to the next handler. Give the folder as `new URL('./public/', import.meta.url)` or as an absolute path.
 * Throws a `ConfigurationError` (`APP_STATIC_FOLDER`) for a folder that cannot be served, such as a relative path or a
 * missing folder. Throws a `TypeError` for a `cacheControl` that no header can contain, and an `OptionError` for an
 * unknown or invalid option.
 *
 * @example
 * app.pipe(serveStatic(new URL('./public/', import.meta.url), { cacheControl: 'public, max-age=3600' }))
 */
export function serveStatic(folder: string | URL, options: ServeStaticOptions = {}): Middleware {
  const { cacheControl, assets } = checkOptions('serveStatic()', options, KINDS)
  const served = new ServedFolder(folder)
  const headers: Readonly<Record<string, string>> =
    cacheControl === undefined ? {} : { 'cache-control': checkHeader(cacheControl) }
  return async function serveStatic(request, handler) {
    const { method, path } = request
    const pass = () => handler(assets === undefined ? request : request.withAttribute(ASSETS, assets))
    if (method !== 'GET' && method !== 'HEAD') return pass()
    const own = assets?.isImmutable(pathOf(request)) ? IMMUTABLE : headers
    const isFolderPath = path.endsWith('/')
    const response = await served.find(path, (found) => {
      if (found?.stats.isFile() && !isFolderPath) return fileResponse(request, found, contentTypeOf(path), own)
      if (!found?.stats.isDirectory()) return undefined
      const index = isFolderPath ? `${path}index.html` : `${path}/index.html`
      return served.find(index, (file) => {
        if (!file?.stats.isFile()) return undefined
        return withSlash(request) ?? fileResponse(request, file, contentTypeOf(index), headers)
      })
    })
    // The next handler is called outside of the callback of `find`: within it, a folder that was found would stay open
    // until the handler has answered.
    return response ?? pass()
  }
}

/** The whole path of a request, with the prefix of the middleware. */
function pathOf({ basePath, path }: ServerRequest): string {
  return basePath + path
}

const IMMUTABLE: Readonly<Record<string, string>> = { 'cache-control': 'public, max-age=31536000, immutable' }

const KINDS = {
  cacheControl: optionKind.text,
  assets: { wants: 'the result of assets()', accepts: (value: unknown) => typeof value === 'function' },
}

/** Returns a value that a header can contain; throws a `TypeError` for any other value. */
function checkHeader(value: string): string {
  return new Headers({ 'cache-control': value }).get('cache-control') as string
}

/**
 * Redirects to the path with a trailing slash, so that relative links in the page work; returns `undefined` if the path
 * already ends in a slash.
 */
function withSlash({ url, path, basePath }: ServerRequest): Response | undefined {
  // The path of the URL is read, since `path`, which is relative to the prefix, is "/" for both "/prefix" and
  // "/prefix/".
  const { pathname, search } = new URL(url)
  if (pathname.endsWith('/')) return undefined
  const folder = path === '/' ? basePath : basePath + path
  // Several slashes at the beginning become one, since two would name a host.
  return redirect(`${folder.replace(/^\/+/, '/')}/${search}`, 301)
}
