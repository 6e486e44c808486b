import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, parse } from 'node:path'
import { lilconfig } from 'lilconfig'
import { DuplicateConfigFileError } from './config-file-error.ts'
import { MODULE_EXTENSIONS } from './file.ts'
import { assertRegularFile } from './load-file.ts'
import { fileOrigin } from './origin.ts'

const FILE_NAMES = MODULE_EXTENSIONS.map((extension) => `config.${extension}`)

/** Finds `config/config.{ts,mts,js,mjs}` in a folder or the nearest one above it. */
export async function findConfigFile(from: string): Promise<string> {
  await refuseUnclear(from)
  const found = await lilconfig('config', {
    searchPlaces: FILE_NAMES.map((name) => `config/${name}`),
    loaders: Object.fromEntries(MODULE_EXTENSIONS.map((extension) => [`.${extension}`, (path: string) => path])),
    stopDir: parse(from).root,
    ignoreEmptySearchPlaces: false,
    cache: false,
  }).search(from)
  if (found === null) throw new ConfigNotFoundError(from)
  return found.filepath
}

/** lilconfig takes the first of two files, passes over a dangling link, and waits on a pipe for ever. */
async function refuseUnclear(from: string): Promise<void> {
  for (const ancestor of ancestors(from)) {
    const folder = join(ancestor, 'config')
    const present = await readdir(folder).catch(() => [])
    const names = present.filter((name) => FILE_NAMES.includes(name)).sort()
    const origins = names.map((name) => fileOrigin(join(folder, name), packageRoot(folder)))
    if (origins.length > 1) throw new DuplicateConfigFileError(origins)
    if (origins[0] !== undefined) return assertRegularFile(origins[0])
  }
}

/** No `config/config.{ts,mts,js,mjs}` stands in the folder where the search starts, nor in any above it. */
export class ConfigNotFoundError extends Error {
  override readonly name = 'ConfigNotFoundError'
  /** The folder where the search started. */
  readonly from: string

  constructor(from: string) {
    super(
      `No config/config.ts (nor .mts, .js, .mjs) was found in ${from} or in a folder above it. ` +
        "Write one: `export default defineConfig([autoload('config/autoload')])`, " +
        'or say where to start: `loadConfig({ from: import.meta.url })`.',
    )
    this.from = from
  }
}

/** The nearest folder with a `package.json`, from this one upwards; this one, when there is none. */
export function packageRoot(folder: string): string {
  for (const candidate of ancestors(folder)) if (existsSync(join(candidate, 'package.json'))) return candidate
  return folder
}

/** A folder and every folder above it, up to the root of the file system. */
export function* ancestors(folder: string): Generator<string> {
  yield folder
  if (dirname(folder) !== folder) yield* ancestors(dirname(folder))
}
