import { type AttributeKey, attributeKey } from '@app/core'
import {
  checkOptions,
  escapeHtml,
  HTML_SOURCE,
  type HtmlSource,
  nearest,
  type OptionKind,
  optionKind,
  UsageError,
} from '@app/core/extending'
import { invalidManifest } from './invalid-manifest.ts'
import { type BuiltFile, type BuiltFiles, builtFiles } from './manifest.ts'
import { pathOf, readManifest } from './read-manifest.ts'

/** Options of `assets()`. */
export interface AssetsOptions {
  /**
   * The manifest of a build: that of Vite, the metafile of esbuild, or a map `{ "app.js": "app.3f2a.js" }`; the value,
   * or the absolute path or `file:` URL of the file. Default: none, so that names are the names of files.
   */
  readonly manifest?: string | URL | Readonly<Record<string, unknown>> | undefined
  /** What stands before the path of each file: a path, or the URL of another host. Default: `/`. */
  readonly base?: string | undefined
  /** The folder that a metafile of esbuild writes before each file, such as `dist`. */
  readonly outdir?: string | undefined
  /** The address of Vite's server in development: all URLs lead there, and the manifest is not read. */
  readonly server?: string | undefined
  /**
   * True if `serveStatic` says that the files of the manifest never change whose names end in a hash of the content, as
   * `app.3f2a.js` for `app.js`. Default: `true`.
   */
  readonly immutable?: boolean | undefined
}

/** The files of a build: a function that returns the URL of a file, with the names that the build gave it. */
export interface Assets {
  /**
   * Returns the URL of a file. Throws a `UsageError` (`APP_ASSET_UNKNOWN`) with the most similar name if the manifest
   * does not have the name.
   */
  (name: string): string
  /** Returns the URLs of an entry and of what it needs. Throws as the function itself does. */
  readonly entry: (name: string) => AssetEntry
  /**
   * Returns the elements for the head of a page: the styles of an entry, its script as a module, and what the browser
   * may load before the script asks for it. The nonce is that of the content security policy.
   */
  readonly tags: (name: string, nonce?: string) => HtmlSource
  /** True if the path of a request is that of a file which never changes, since the build named it after its content. */
  readonly isImmutable: (path: string) => boolean
}

/** The URLs of an entry of a build. */
export interface AssetEntry {
  readonly url: string
  /** The stylesheets of the entry and of its imports. */
  readonly styles: readonly string[]
  /** The modules that the entry imports at its start, directly or through others. */
  readonly preloads: readonly string[]
}

/** The assets of a request, which `serveStatic(folder, { assets })` sets; `undefined` without it. */
export const ASSETS: AttributeKey<Assets | undefined> = attributeKey<Assets | undefined>('assets', {
  shared: '@app/static/assets',
  default: undefined,
})

/**
 * Reads the manifest of a build once, and returns the URLs of its files.
 *
 * If the file of the manifest is missing, names are the names of files in development, where `APP_ENV`, else
 * `NODE_ENV`, is `development`; elsewhere it is an error. Throws a `ConfigurationError` (`APP_ASSETS`) for a manifest
 * that is missing or that it cannot read, and an `OptionError` for an unknown or invalid option.
 *
 * @example
 * const asset = assets({ manifest: new URL('./dist/.vite/manifest.json', import.meta.url) })
 * app.pipe(serveStatic(new URL('./dist/', import.meta.url), { assets: asset }))
 * app.get('/', () => html(markup`<head>${asset.tags('src/main.ts')}</head>`))
 */
export function assets(options: AssetsOptions = {}): Assets {
  const { manifest, base = '/', outdir, server, immutable = true } = checkOptions('assets()', options, KINDS)
  const start = `${(server ?? base).replace(/\/+$/, '')}/`
  const files = server === undefined && manifest !== undefined ? filesOf(manifest, outdir) : undefined
  const urlOf = (file: string) => (WHOLE.test(file) ? file : start + file.split('/').map(encodeURIComponent).join('/'))
  const find = (name: string): BuiltFile => {
    if (files === undefined) return { file: name.replace(/^\/+/, ''), css: [], imports: [] }
    return files.get(name) ?? unknownAsset(name, files)
  }
  const entry = (name: string): AssetEntry => {
    const first = find(name)
    const all = withImports(first, files)
    return {
      url: urlOf(first.file),
      styles: [...new Set(all.flatMap(({ css }) => css))].map(urlOf),
      preloads: all.slice(1).map(({ file }) => urlOf(file)),
    }
  }
  const fixed = immutable && files !== undefined ? pathsOf(files, urlOf) : NONE
  return Object.assign((name: string) => urlOf(find(name).file), {
    entry,
    tags: (name: string, nonce?: string) => tagsOf(entry(name), nonce, server && `${start}@vite/client`),
    isImmutable: (path: string) => fixed.has(path),
  })
}

function filesOf(manifest: NonNullable<AssetsOptions['manifest']>, outdir: string | undefined): BuiltFiles | undefined {
  if (typeof manifest !== 'string' && !(manifest instanceof URL)) return builtFiles(manifest, 'of assets()', outdir)
  const path = pathOf(manifest)
  const found = readManifest(path)
  if (found !== undefined) return builtFiles(found, path, outdir)
  if ((process.env.APP_ENV || process.env.NODE_ENV) === 'development') return undefined
  throw invalidManifest(path, 'there is no such file. Run the build first; in development it may be missing')
}

/** Returns a file and what it imports, each once. */
function withImports(first: BuiltFile, files: BuiltFiles | undefined): readonly BuiltFile[] {
  const all = new Set([first])
  for (const { imports } of all) {
    for (const name of imports) {
      const imported = files?.get(name)
      if (imported !== undefined) all.add(imported)
    }
  }
  return [...all]
}

/** Returns the paths of the files whose names have a hash of the content, and which therefore never change. */
function pathsOf(files: BuiltFiles, urlOf: (file: string) => string): ReadonlySet<string> {
  const names = [...files].flatMap(([name, { file, css, isChunk }]) => {
    const source = isChunk ? '' : stemOf(name)
    return [file, ...css].filter((path) => stemOf(path) !== source && HASHED.test(stemOf(path)))
  })
  return new Set(names.map((file) => new URL(urlOf(file), 'http://localhost').pathname))
}

/** Returns the name of a file without its folder and its extension. */
function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
}

function tagsOf(
  { url, styles, preloads }: AssetEntry,
  nonce: string | undefined,
  client: string | undefined,
): HtmlSource {
  // A template engine may pass further arguments.
  const own = typeof nonce === 'string' ? ` nonce="${escapeHtml(nonce)}"` : ''
  const link = (rel: string, href: string) => `<link rel="${rel}" href="${escapeHtml(href)}"${own}>`
  const script = (src: string) => `<script type="module" src="${escapeHtml(src)}"${own}></script>`
  const isStyle = /\.css(?:\?|$)/.test(url)
  const html = [
    ...styles.map((href) => link('stylesheet', href)),
    ...(client === undefined ? [] : [script(client)]),
    isStyle ? link('stylesheet', url) : script(url),
    ...preloads.map((href) => link('modulepreload', href)),
  ].join('')
  return Object.freeze({ [HTML_SOURCE]: () => html, toHTML: () => html, toString: () => html })
}

function unknownAsset(name: string, files: BuiltFiles): never {
  const names = [...files.keys()]
  const near = nearest(name, names) ?? names.find((known) => known.split('/').at(-1) === name.split('/').at(-1))
  const some = `${names.slice(0, 10).join(', ')}${names.length > 10 ? ' and others' : ''}`
  const hint = near === undefined ? `There are ${some || 'none'}.` : `Did you mean "${near}"?`
  throw new UsageError('APP_ASSET_UNKNOWN', `The manifest of assets() has no "${name}". ${hint}`)
}

/**
 * Matches a name that ends in a hash, such as `app.3f2a` and `main-BRBmoGS9`, or is one. Since a build without hashes
 * has names too, a hash has four characters at least, and a digit or a capital.
 */
const HASHED = /[-._](?=[\w-]*[\dA-Z])[\w-]{4,}$|^[\da-f]{6,}$/
const NONE: ReadonlySet<string> = new Set()
const WHOLE = /^(?:\/|https?:\/\/)/i

const KINDS: { readonly [K in keyof Required<AssetsOptions>]: OptionKind } = {
  manifest: {
    wants: 'a map, an absolute path, or new URL(…, import.meta.url)',
    accepts: (value) => (typeof value === 'object' && value !== null) || optionKind.text.accepts(value),
  },
  base: {
    wants: 'a path that begins with a slash, or the URL of a host',
    accepts: (value) => typeof value === 'string' && WHOLE.test(value) && !value.startsWith('//'),
  },
  outdir: optionKind.text,
  server: {
    wants: 'the address of a server, such as http://localhost:5173',
    accepts: (value) => typeof value === 'string' && /^https?:\/\/./i.test(value),
  },
  immutable: optionKind.boolean,
}
