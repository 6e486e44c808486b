import { access, constants, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lilconfig } from 'lilconfig'
import {
  importFailed,
  noDefaultExport,
  noTypeScript,
  notAFile,
  tooLarge,
  unknownExtension,
  unparsable,
  unparsableImport,
  unreadable,
} from './config-file-error.ts'
import { FILE_EXTENSIONS, type FileLoader, type FileLoaders } from './file.ts'
import type { FileOrigin } from './origin.ts'
import { readText } from './read-text.ts'
import { isSyntaxError, jsonSyntaxLine, moduleSyntaxLine } from './syntax-line.ts'

/**
 * The default export of a file, wrapped in an object. An exported promise has to be refused. Without the wrapper, an
 * async function that returns the export would await the promise.
 */
export interface LoadedFile {
  readonly default: unknown
}

/** Loads a file: by the loader for its extension if there is one, else by importing a module or reading JSON. */
export async function loadFile(origin: FileOrigin, loaders: FileLoaders = {}): Promise<LoadedFile> {
  const extension = extname(origin.file).slice(1)
  const loader = loaders[`.${extension}`]
  if (!loader && !FILE_EXTENSIONS.includes(extension)) throw unknownExtension(origin, loaders)
  await assertRegularFile(origin)
  if (loader) return loadBy(loader, origin, extension)
  return extension === 'json' ? { default: parseJson(origin) } : loadModule(origin)
}

async function loadBy(loader: FileLoader, origin: FileOrigin, extension: string): Promise<LoadedFile> {
  const text = readText(origin.file, origin)
  try {
    const loaders = { [`.${extension}`]: (file: string) => loader(file, text) }
    const found = await lilconfig('config', { loaders, cache: false }).load(origin.file)
    return { default: found?.isEmpty ? {} : found?.config }
  } catch (error) {
    throw unparsable(origin, error, undefined, extension)
  }
}

/** Parses the text of a file as JSON. Throws a `ConfigFileError` with the line of a mistake. */
export function parseJson(origin: FileOrigin): unknown {
  const text = readText(origin.file, origin)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw unparsable(origin, error, jsonSyntaxLine(text), 'JSON')
  }
}

async function loadModule(origin: FileOrigin): Promise<LoadedFile> {
  const module = await importModule(origin)
  if (!('default' in module)) throw noDefaultExport(origin)
  return module
}

async function importModule(origin: FileOrigin): Promise<object> {
  try {
    // `webpackIgnore` keeps webpack and Turbopack from looking for the file in their bundle.
    return await import(/* webpackIgnore: true */ pathToFileURL(origin.file).href)
  } catch (error) {
    if (isUnknownTypeScript(error)) throw noTypeScript(origin, error)
    if (!isSyntaxError(error)) throw importFailed(origin, error)
    const line = await moduleSyntaxLine(error, origin.file)
    throw line === undefined ? unparsableImport(origin, error) : unparsable(origin, error, line, 'a module')
  }
}

function isUnknownTypeScript(error: unknown): boolean {
  if (!(error instanceof TypeError) || !('code' in error)) return false
  return error.code === 'ERR_UNKNOWN_FILE_EXTENSION' && /"\.m?ts"/.test(error.message)
}

/**
 * The largest size of a configuration file, in bytes. A larger file was not written by hand, and is probably in its
 * folder by mistake.
 */
const MAX_SIZE = 10 * 1024 * 1024

/** Throws for a missing file, a pipe, a folder, an unreadable file or a huge file. Reads no content. */
export async function assertRegularFile(origin: FileOrigin): Promise<void> {
  const stats = await stat(origin.file).catch((cause: unknown) => {
    throw unreadable(origin, cause)
  })
  if (!stats.isFile()) throw notAFile(origin)
  if (stats.size > MAX_SIZE) throw tooLarge(origin, stats.size, MAX_SIZE)
  await access(origin.file, constants.R_OK).catch((cause: unknown) => {
    throw unreadable(origin, cause)
  })
}
