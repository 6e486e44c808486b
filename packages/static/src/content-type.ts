import { extname } from 'node:path'
import { lookup } from 'mrmime'

/** The content type of a file by its extension; text is UTF-8. */
export function contentTypeOf(name: string): string {
  const type: unknown = lookup(extname(name))
  // The result is checked, since the table is a plain object, which gives an inherited function for "x.constructor".
  if (typeof type !== 'string') return 'application/octet-stream'
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}
