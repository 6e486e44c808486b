import { isBranded } from './value-kinds.ts'

/** Extensions of modules, which are imported. */
export const MODULE_EXTENSIONS: readonly string[] = ['ts', 'mts', 'js', 'mjs']

/** Extensions of all files that are loaded. */
export const FILE_EXTENSIONS: readonly string[] = [...MODULE_EXTENSIONS, 'json']

/**
 * Gives the content of a file as a map, or a promise of it. A file without content is an empty map; the loader is not
 * called.
 */
export type FileLoader = (file: string, text: string) => unknown

/** Loaders by extension, as `defineConfig` has them. */
export type FileLoaders = Readonly<Record<string, FileLoader>>

/** The brand of a source made by `file()`. */
export const FILE: unique symbol = Symbol.for('@app/config/file')

/** A source: one file. */
export interface ConfigFile {
  readonly [FILE]: string | URL
}

/**
 * A source that loads one file: the default export of a `.ts`, `.mts`, `.js` or `.mjs` module, or a `.json` file.
 *
 * A relative path starts at the root of the configuration. The file must export a map, not a function that makes one; a
 * module may use `await` before its export. A file that is not there is a `ConfigFileError`.
 *
 * @example
 * export default defineConfig([file('config/app.ts'), file('config/limits.json')])
 */
export function file(path: string | URL): ConfigFile {
  return Object.freeze({ [FILE]: path })
}

/** Whether a source was made by `file()`. */
export function isConfigFile(source: unknown): source is ConfigFile {
  return isBranded(source, FILE)
}
