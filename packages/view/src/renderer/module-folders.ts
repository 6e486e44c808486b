/** The folders of templates that packages bring, by the first part of the names of their templates. */
export type ModuleFolders = Readonly<Record<string, string | URL>>

/** What the option `folders` takes, for errors. */
export const MODULE_FOLDERS =
  "a map of absolute paths, or of new URL('../templates/', import.meta.url), by names such as blog"

/** True for a map of folders that are absolute, by names of letters, digits, `_` and `-`. */
export function areModuleFolders(value: unknown): value is ModuleFolders {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(([name, folder]) => MODULE.test(name) && isAbsolute(folder))
}

/** A relative path would depend on the folder in which the program is started. */
function isAbsolute(folder: unknown): boolean {
  return folder instanceof URL ? folder.protocol === 'file:' : typeof folder === 'string' && ABSOLUTE.test(folder)
}

const MODULE = /^[\w-]+$/
const ABSOLUTE = /^(?:\/|file:|[a-z]:[\\/]|\\\\)/i
