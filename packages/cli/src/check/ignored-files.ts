import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, parse, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nearest } from '@app/core/extending'
import { importQuietly } from '../application/load-application.ts'
import { configFile } from '../configuration/provider-list.ts'

/**
 * Finds the files in the folders of `autoload()` that are never loaded because of their names, such as `db.ts` for
 * `db.global.ts`. Returns a sentence for each, which says what to rename.
 *
 * Any word may name an environment, so a file counts as one of an environment if its name has a dot, or is a usual name
 * of an environment. A module that another file of the folder imports is in its place.
 */
export async function ignoredFiles(root: string): Promise<readonly string[]> {
  const file = configFile(root)
  if (file === undefined) return []
  const { sources = [], loaders = {} } = await importQuietly(file, (exports) => (exports.default ?? {}) as Definition)
  const extensions = [...MODULES, '.json', ...Object.keys(loaders)]
  return sources.flatMap((source) => {
    const location = (source as { readonly [AUTOLOAD]?: string | URL } | null)?.[AUTOLOAD]
    if (location === undefined) return []
    const isUrl = location instanceof URL || location.startsWith('file:')
    const folder = isUrl ? fileURLToPath(location) : resolve(root, location)
    const shown = isUrl ? folder : location
    return namesIn(folder).flatMap((name) => {
      const better = betterName(name, extensions)
      if (better === undefined || isImported(name, folder)) return []
      return [`${shown}/${name} is never loaded, because of its name. Rename it to ${better}. ${PATTERN}`]
    })
  })
}

/** The part of a result of `defineConfig` that is read here. */
interface Definition {
  readonly sources?: readonly unknown[]
  readonly loaders?: Readonly<Record<string, unknown>>
}

/** The property by which `@app/config` recognizes a source of `autoload()`. */
const AUTOLOAD: unique symbol = Symbol.for('@app/config/autoload')

const MODULES = ['.ts', '.mts', '.js', '.mjs']
/** Extensions of settings and modules, of which nothing else is made in such a folder. */
const OTHERS = ['.yaml', '.yml', '.toml', '.json5', '.jsonc', '.cts', '.cjs']
const ENVIRONMENTS = ['global', 'local', 'development', 'test', 'production', 'staging']
const PATTERN = 'Names are *.global, *.local or *.ENVIRONMENT, with .ts, .mts, .js, .mjs or .json.'

function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
}

/** Returns the name that a file should have to be loaded; `undefined` for a file that is loaded, or is no setting. */
function betterName(name: string, extensions: readonly string[]): string | undefined {
  const { name: stem, ext } = parse(name)
  const isRead = extensions.includes(ext)
  if ((!isRead && !OTHERS.includes(ext)) || stem.endsWith('.d')) return undefined
  const better = betterStem(stem)
  if (isRead) return better === stem ? undefined : `${better}${ext}`
  return ext.startsWith('.c') ? `${better}.${ext.slice(2)}` : `${better}.json, or add a loader for ${ext}`
}

/** Returns a name without extension that says when the file is loaded: the given one if it does. */
function betterStem(stem: string): string {
  const words = stem.split('.')
  const last = words.at(-1) ?? ''
  if (ENVIRONMENTS.includes(last) || last === (process.env.APP_ENV || process.env.NODE_ENV)) return stem
  const near = nearest(last, ENVIRONMENTS)
  if (near !== undefined) return [...words.slice(0, -1), near].join('.')
  return words.length > 1 ? stem : `${stem}.global`
}

/** True if another file in the folder imports this one. */
function isImported(name: string, folder: string): boolean {
  const mention = `./${parse(name).name}`
  return namesIn(folder).some(
    (other) => other !== name && readFileSync(join(folder, other), 'utf8').includes(`${mention}.`),
  )
}
