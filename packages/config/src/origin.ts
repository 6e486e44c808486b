import { isAbsolute, relative, sep } from 'node:path'

/** The origin of a value: a file, a map or function in the list of `defineConfig`, a post-processor or the schema. */
export interface Origin {
  /**
   * The name, unique in one configuration: `config/autoload/db.local.ts`, `configProvider (source 2)`, `source 3`,
   * `schema`.
   */
  readonly name: string
  /** The absolute path of the file, if the origin is a file. */
  readonly file?: string
}

/** An origin that is a file or a folder. */
export interface FileOrigin extends Origin {
  readonly file: string
}

/**
 * Makes the origin of a file. Its name is the path below the root, with slashes, or the absolute path if the file is
 * outside of the root.
 */
export function fileOrigin(file: string, root: string): FileOrigin {
  const below = relative(root, file)
  const outside = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)
  return { name: outside ? file : below.replaceAll(sep, '/') || '.', file }
}

/** The path to a value: keys of maps, and indexes of lists. */
export type KeyPath = readonly (string | number)[]

/**
 * Formats a path like an expression in code: `middleware_pipeline.auth.middleware[0]`, or `["acme/db"]` for a key that
 * is not a word.
 */
export function formatKeyPath(path: KeyPath): string {
  if (path.length === 0) return 'the configuration'
  return path.map((key, position) => formatKey(key, position === 0)).join('')
}

function formatKey(key: string | number, first: boolean): string {
  if (typeof key === 'number') return `[${key}]`
  if (/^[\w$-]+$/.test(key)) return first ? key : `.${key}`
  return `[${JSON.stringify(key)}]`
}
