import { realpathSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, parse, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigurationError } from '@app/checks'
import { lilconfig, lilconfigSync } from 'lilconfig'
import { duplicateFiles } from './config-file-error.ts'
import { MODULE_EXTENSIONS } from './file.ts'
import { assertRegularFile } from './load-file.ts'
import { fileOrigin } from './origin.ts'

const FILE_NAMES = MODULE_EXTENSIONS.map((extension) => `config.${extension}`)

/**
 * Returns the folder where the search for the configuration starts: `from` if it is a folder, or the folder of the file
 * `from`; without `from`, the folder of the entry file of the process; without an entry file, the working directory.
 *
 * An entry file inside of `node_modules` is ignored, since it belongs to a tool and not to the application.
 */
export function startFolder(from?: string | URL): string {
  if (from !== undefined) return folderOf(toPath(from, process.cwd()))
  const entry = entryFile()
  return entry === undefined || entry.split(sep).includes('node_modules') ? process.cwd() : folderOf(entry)
}

function entryFile(): string | undefined {
  try {
    return process.argv[1] === undefined ? undefined : realpathSync(process.argv[1])
  } catch {
    // The command `node main` runs `main.js`: the path in `argv` then lacks the extension, and `realpathSync` fails.
    // The folder of the path is right nevertheless.
    return process.argv[1]
  }
}

function folderOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path)
}

/**
 * Makes an absolute path from a `file:` URL (an object or a string), or from a path, which may be relative to the
 * folder `root`.
 */
export function toPath(location: string | URL, root: string): string {
  const isUrl = location instanceof URL || location.startsWith('file:')
  return isUrl ? fileURLToPath(location) : resolve(root, location)
}

/**
 * Finds `config/config.{ts,mts,js,mjs}` in a folder, else in the nearest folder above it that has such a file. Throws a
 * `ConfigurationError` (`APP_CONFIG_NOT_FOUND`) if no folder has such a file.
 */
export async function findConfigFile(from: string): Promise<string> {
  const loadModule = async (file: string) => {
    await refuseUnclear(dirname(file))
    return file
  }
  // `package.json` is the first place only so that `loadManifest` can check the folder `config` beside it before
  // lilconfig reads from that folder. lilconfig ignores the empty map that `loadManifest` returns, and continues with
  // `config/config.*`.
  const loadManifest = async (file: string) => {
    await refuseUnclear(join(dirname(file), 'config'))
    return {}
  }
  const found = await lilconfig('config', {
    searchPlaces: ['package.json', ...FILE_NAMES.map((name) => `config/${name}`)],
    loaders: {
      ...Object.fromEntries(MODULE_EXTENSIONS.map((extension) => [`.${extension}`, loadModule])),
      '.json': loadManifest,
    },
    stopDir: parse(from).root,
    ignoreEmptySearchPlaces: false,
    cache: false,
  }).search(from)
  if (found === null) throw configNotFound(from)
  return found.filepath
}

/**
 * Throws if a folder has several of the files `config.{ts,mts,js,mjs}`, or one that is not a readable regular file.
 * lilconfig by itself would take the first of two files, skip a dangling link, and wait for a pipe.
 */
async function refuseUnclear(folder: string): Promise<void> {
  const present = await readdir(folder).catch(() => [])
  const names = present.filter((name) => FILE_NAMES.includes(name)).sort()
  const origins = names.map((name) => fileOrigin(join(folder, name), packageRoot(folder)))
  if (origins.length > 1) throw duplicateFiles(origins)
  if (origins[0] !== undefined) await assertRegularFile(origins[0])
}

function configNotFound(from: string): ConfigurationError {
  return new ConfigurationError(
    'APP_CONFIG_NOT_FOUND',
    `No config/config.ts (nor .mts, .js, .mjs) was found in ${from} or in a folder above it. ` +
      "Write one: `export default defineConfig([autoload('config/autoload')])`, " +
      'or name the folder where the search starts: `loadConfig({ from: import.meta.url })`.',
  )
}

/**
 * Finds the folder with the nearest `package.json`: the given folder, or one above it. If none of these folders has a
 * `package.json`, returns the given folder.
 */
export function packageRoot(folder: string): string {
  const found = lilconfigSync('manifest', {
    searchPlaces: ['package.json'],
    loaders: { '.json': () => ({ manifest: true }) },
    stopDir: parse(folder).root,
    cache: false,
  }).search(folder)
  return found === null ? folder : dirname(found.filepath)
}
