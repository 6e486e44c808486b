import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { lilconfig } from 'lilconfig'
import { ancestors } from './ancestors.ts'
import { ConfigNotFoundError } from './config-not-found-error.ts'
import { DuplicateConfigFileError } from './duplicate-config-file-error.ts'
import { MODULE_EXTENSIONS } from './extension.ts'
import { fileOrigin } from './file-origin.ts'
import { packageRoot } from './package-root.ts'
import { assertRegularFile } from './regular-file.ts'

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
