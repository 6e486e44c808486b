import { isAbsolute, relative, sep } from 'node:path'

/** Where a value came from: a file, a provider of the list, a post-processor or the schema. */
export interface Origin {
  /** Unique in one configuration: `config/autoload/db.local.ts`, `configProvider (source 2)`, `source 3`, `schema`. */
  readonly name: string
  /** The absolute path, when it is a file. */
  readonly file?: string
}

/** An origin that is a file or a folder. */
export interface FileOrigin extends Origin {
  readonly file: string
}

/** Names a file by its path below the root, with slashes; by its absolute path when it is not below the root. */
export function fileOrigin(file: string, root: string): FileOrigin {
  const below = relative(root, file)
  const outside = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)
  return { name: outside ? file : below.replaceAll(sep, '/') || '.', file }
}
