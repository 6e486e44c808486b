import { extname } from 'node:path'
import { lookup } from 'mrmime'

/** Returns the content type of a file by its extension; types of text get the charset UTF-8. */
export function contentTypeOf(name: string): string {
  const type: unknown = lookup(extname(name))
  // The table of types is a plain object: for a file "x.constructor" it would return a function that it inherits. So
  // only a string is accepted as a type.
  if (typeof type !== 'string') return 'application/octet-stream'
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}
