import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { duplicateFiles, notAFolder } from './config-file-error.ts'
import type { Environment } from './environment.ts'
import { FILE_EXTENSIONS, type FileLoaders } from './file.ts'
import { type FileOrigin, fileOrigin } from './origin.ts'

/** The property by which a source of `autoload()` is recognized. */
export const AUTOLOAD: unique symbol = Symbol.for('@app/config/autoload')

/**
 * A source of `defineConfig`: the files of one folder with names such as `db.global.ts`, `db.local.ts` and
 * `db.production.ts`.
 */
export interface AutoloadFiles {
  readonly [AUTOLOAD]: string | URL
}

/**
 * A source that loads the configuration files of one folder: first `global` and `*.global`, such as `db.global.ts`,
 * then those of the environment, such as `production` and `*.production`, then `local` and `*.local`.
 *
 * The environment is the variable `APP_ENV`, else `NODE_ENV`. The extension is `.ts`, `.mts`, `.js`, `.mjs` or `.json`,
 * or one for which `defineConfig` has a loader. Each group is sorted by code unit; hidden files and sub-folders are
 * left out (contract 2.8).
 *
 * The files `local` and `*.local` belong to one machine: they are left out if the variable `APP_LOCAL` is false, and in
 * the environment `test` unless `APP_LOCAL` is true.
 *
 * A relative folder is resolved from the root of the configuration, the folder of its `package.json`. If the folder is
 * missing, `resolveConfig` rejects with a `ConfigFileError`; an empty folder adds nothing. If the names of two files
 * differ only in the extension, `resolveConfig` rejects with a `ConfigurationError`.
 *
 * @example
 * export default defineConfig([configProvider, autoload('config/autoload')])
 */
export function autoload(directory: string | URL): AutoloadFiles {
  return Object.freeze({ [AUTOLOAD]: directory })
}

/** Lists the files that `autoload()` loads from a folder, in the order in which they are merged (contract 2.8.1). */
export async function autoloadFiles(
  folder: string,
  root: string,
  environment: Environment,
  loaders: FileLoaders = {},
): Promise<readonly FileOrigin[]> {
  const extensions = [...FILE_EXTENSIONS.map((extension) => `.${extension}`), ...Object.keys(loaders)]
  const groups = groupsOf(environment)
  const fileNames = await readdir(folder).catch(() => {
    throw notAFolder(fileOrigin(folder, root))
  })
  const files = new Map<string, string>()
  for (const fileName of fileNames.sort()) {
    const { name, ext } = parse(fileName)
    if (!extensions.includes(ext) || !groups.some((belongs) => belongs(name))) continue
    const other = files.get(name)
    if (other !== undefined) {
      throw duplicateFiles([other, fileName].map((twin) => fileOrigin(join(folder, twin), root)))
    }
    files.set(name, fileName)
  }
  // The names are sorted without the extension, so that a JSON file that is rewritten in TypeScript keeps its place.
  const names = [...files.keys()].sort()
  const ordered = groups.flatMap((belongs) => names.filter(belongs))
  return ordered.map((name) => fileOrigin(join(folder, files.get(name) ?? name), root))
}

/**
 * Returns a check for each group of files, in the order of loading: the first check accepts the name `global`, the
 * second `*.global`, and so on. The names have no extension.
 */
function groupsOf({ name, hasLocal }: Environment): readonly ((name: string) => boolean)[] {
  const words = ['global', ...(name === undefined || name === 'local' ? [] : [name]), ...(hasLocal ? ['local'] : [])]
  return [...new Set(words)].flatMap((word) => [
    (file: string) => file === word,
    // Without the check for a leading dot, the hidden file `.global.json` would count as `*.global`.
    (file: string) => file.endsWith(`.${word}`) && !file.startsWith('.'),
  ])
}
