import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ConfigFileError } from './config-file-error.ts'
import { FILE_EXTENSIONS } from './extension.ts'
import { jsonSyntaxLine } from './json-syntax-line.ts'
import { isSyntaxError, moduleSyntaxLine } from './module-syntax-line.ts'
import type { FileOrigin } from './origin.ts'
import { assertRegularFile } from './regular-file.ts'

/** What a file gives. It comes wrapped, as in a module, because a promise would be awaited on its way out of here. */
export interface LoadedFile {
  readonly default: unknown
}

/** Loads a file: imports a module, or reads JSON. */
export async function loadFile(origin: FileOrigin): Promise<LoadedFile> {
  const extension = extname(origin.file).slice(1)
  if (!FILE_EXTENSIONS.includes(extension)) throw ConfigFileError.wrongExtension(origin)
  await assertRegularFile(origin)
  return extension === 'json' ? loadJson(origin) : loadModule(origin)
}

async function loadJson(origin: FileOrigin): Promise<LoadedFile> {
  const text = (await readFile(origin.file, 'utf8')).replace(/^\uFEFF/, '')
  try {
    return { default: JSON.parse(text) }
  } catch (error) {
    throw ConfigFileError.syntax(origin, error, jsonSyntaxLine(text), 'JSON')
  }
}

async function loadModule(origin: FileOrigin): Promise<LoadedFile> {
  const module = await importModule(origin)
  if (!('default' in module)) throw ConfigFileError.noDefaultExport(origin)
  return module
}

async function importModule(origin: FileOrigin): Promise<object> {
  try {
    return await import(pathToFileURL(origin.file).href)
  } catch (error) {
    if (isUnknownTypeScript(error)) throw ConfigFileError.typeScript(origin, error)
    if (!isSyntaxError(error)) throw ConfigFileError.threw(origin, error)
    throw ConfigFileError.syntax(origin, error, await moduleSyntaxLine(error, origin.file), 'a module')
  }
}

function isUnknownTypeScript(error: unknown): boolean {
  if (!(error instanceof TypeError) || !('code' in error)) return false
  return error.code === 'ERR_UNKNOWN_FILE_EXTENSION' && /"\.m?ts"/.test(error.message)
}
