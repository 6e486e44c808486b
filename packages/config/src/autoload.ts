import { isBranded } from './is-branded.ts'

/** The brand of a source made by `autoload()`. */
export const AUTOLOAD: unique symbol = Symbol.for('@app/config/autoload')

/** A source: the files of one folder that are called `global` or `local`. */
export interface AutoloadFiles {
  readonly [AUTOLOAD]: string | URL
}

/**
 * A source that loads `{{,*.}global,{,*.}local}.{ts,mts,js,mjs,json}` of one folder, in this order: `global`,
 * `*.global`, `local`, `*.local`, each group by code unit; hidden files and sub-folders are left out (contract 2.8).
 *
 * A relative folder starts at the root of the configuration. A folder that is not there is a `ConfigFileError`; an empty
 * one gives nothing. Two files that differ in the extension only are a `DuplicateConfigFileError`.
 */
export function autoload(directory: string | URL): AutoloadFiles {
  return Object.freeze({ [AUTOLOAD]: directory })
}

/** Whether a source was made by `autoload()`. */
export function isAutoloadFiles(source: unknown): source is AutoloadFiles {
  return isBranded(source, AUTOLOAD)
}
