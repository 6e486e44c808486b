/** The extensions of modules, which are imported. */
export const MODULE_EXTENSIONS: readonly string[] = ['ts', 'mts', 'js', 'mjs']

/** The extensions of the files that need no loader from the option `loaders` of `defineConfig`. */
export const FILE_EXTENSIONS: readonly string[] = [...MODULE_EXTENSIONS, 'json']

/**
 * A function that returns the content of a file as a map, or a promise of a map. It gets the path and the text of the
 * file. For an empty file the loader is not called, and the map is empty.
 */
export type FileLoader = (file: string, text: string) => unknown

/** Loaders by the extension of the file, with a dot: `.yaml`. */
export type FileLoaders = Readonly<Record<string, FileLoader>>

/** The property by which a source of `file()` is recognized. */
export const FILE: unique symbol = Symbol.for('@app/config/file')

/** A source of `defineConfig` that is one file. */
export interface ConfigFile {
  readonly [FILE]: string | URL
}

/**
 * Makes a source that loads one file: the default export of a `.ts`, `.mts`, `.js` or `.mjs` module, or the content of
 * a `.json` file.
 *
 * A relative path is resolved from the root of the configuration, the folder of its `package.json`. The file must
 * export a map, not a function that makes one; a module may use `await` before its export. If the file is missing,
 * `resolveConfig` rejects with a `ConfigFileError`.
 *
 * @example
 * export default defineConfig([file('config/app.ts'), file('config/limits.json')])
 */
export function file(path: string | URL): ConfigFile {
  return Object.freeze({ [FILE]: path })
}
