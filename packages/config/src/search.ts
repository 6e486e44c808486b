import { basename, relative, sep } from 'node:path'
import { refuseUnknown } from '@app/checks'
import { lilconfig } from 'lilconfig'
import { notAbove } from './config-file-error.ts'
import { FILE_EXTENSIONS, type FileLoaders } from './file.ts'
import { toPath } from './find-config-file.ts'
import { loadFile, parseJson } from './load-file.ts'
import { type FileOrigin, fileOrigin } from './origin.ts'

/** The property by which a source of `search()` is recognized. */
export const SEARCH: unique symbol = Symbol.for('@app/config/search')

/**
 * A source of `defineConfig`: the settings of a program, which are found by the name of the program, such as `acme`, in
 * a place such as `package.json` or `.acmerc`.
 */
export interface ConfigSearch {
  readonly [SEARCH]: { readonly name: string; readonly upTo: string | URL }
}

/** Options of `search()`. */
export interface SearchOptions {
  /**
   * The uppermost folder to search, as a path relative to the root of the configuration, or a `file:` URL. Default:
   * only the root is searched.
   */
  readonly upTo?: string | URL | undefined
}

/**
 * Makes a source that finds the settings of a program by its name, in the places where tools such as ESLint look for
 * theirs: the key `"acme"` of `package.json`, `.acmerc`, `.config/acmerc`, `acme.config.ts`.
 *
 * The search begins in the root of the configuration and goes up to the folder `upTo`, such as the root of a workspace,
 * so that its applications share one file. Each folder is searched in the order above, and the first place with content
 * is used. The files may have every extension that `file()` takes; `.acmerc` without an extension is JSON. A search
 * without a result adds nothing to the configuration. Throws a `TypeError` for a name that is not one word, and an
 * `OptionError` for an unknown option. If `upTo` is neither the root nor a folder above it, `resolveConfig` rejects
 * with a `ConfigFileError`.
 *
 * @example
 * defineConfig([search('acme', { upTo: '../..' }), autoload('config/autoload')])
 */
export function search(name: string, options: SearchOptions = {}): ConfigSearch {
  if (!/^[a-z][\w-]*$/i.test(name)) throw new TypeError(`search(): a name is a word such as "acme", got "${name}".`)
  refuseUnknown('search()', options, ['upTo'])
  return Object.freeze({ [SEARCH]: Object.freeze({ name, upTo: options.upTo ?? '.' }) })
}

/** The settings that a search has found, and the file that has them. */
export interface FoundSettings {
  readonly origin: FileOrigin
  readonly settings: unknown
}

/**
 * Searches with lilconfig from the root of the configuration up to the folder `upTo` of the source. Returns `undefined`
 * if no place has settings. Throws a `ConfigFileError` if `upTo` is neither the root nor a folder above it.
 */
export async function searchSettings(
  source: ConfigSearch,
  root: string,
  loaders: FileLoaders = {},
): Promise<FoundSettings | undefined> {
  const { name, upTo } = source[SEARCH]
  const top = toPath(upTo, root)
  // lilconfig stops only at `top`. If `top` were not above `root`, lilconfig would search up to the root of the disk,
  // and import any file there that is named like the settings.
  if (!isAbove(top, root)) throw notAbove(fileOrigin(top, root), name)
  const extensions = [...FILE_EXTENSIONS.map((extension) => `.${extension}`), ...Object.keys(loaders)]
  const load = async (file: string) => (await loadFile(fileOrigin(file, root), loaders)).default
  const parse = (file: string) => parseJson(fileOrigin(file, root))
  // The content of package.json is copied to a map without a prototype, so that the name `constructor` finds no
  // inherited property.
  const loadJson = (file: string) =>
    basename(file) === 'package.json' ? Object.assign(Object.create(null), parse(file)) : load(file)
  const found = await lilconfig(name, {
    searchPlaces: [
      'package.json',
      ...[`.${name}rc`, `.config/${name}rc`].flatMap((place) => [place, ...extensions.map((end) => `${place}${end}`)]),
      ...extensions.map((end) => `${name}.config${end}`),
    ],
    loaders: { ...Object.fromEntries(extensions.map((end) => [end, load])), '.json': loadJson, noExt: parse },
    stopDir: top,
    cache: false,
  }).search(root)
  return found === null ? undefined : { origin: fileOrigin(found.filepath, root), settings: found.config }
}

function isAbove(top: string, folder: string): boolean {
  return relative(folder, top)
    .split(sep)
    .every((step) => step === '' || step === '..')
}
