import { create } from 'content-disposition'
import { plainFileName } from './file-name.ts'

/**
 * The value of `Content-Disposition` for an answer that is saved as a file: `attachment; filename="…"`.
 *
 * A path, control characters and what hides the name are left out. A name beyond ASCII comes as `filename*`, with a name
 * of ASCII beside it for old clients. Without a name, or with nothing left of it, clients take the end of the URL. Throws a
 * `TypeError` for a name that is no string. Sources: RFC 6266, RFC 8187.
 */
export function attachment(fileName?: string): string {
  return disposition('attachment', fileName)
}

/** The value of `Content-Disposition` for an answer that is shown, and has a name for who saves it. As `attachment`. */
export function inline(fileName?: string): string {
  return disposition('inline', fileName)
}

function disposition(type: 'attachment' | 'inline', fileName: unknown): string {
  if (fileName !== undefined && typeof fileName !== 'string') {
    throw new TypeError(`${type}(): the file name is a string, got ${fileName === null ? 'null' : typeof fileName}`)
  }
  const name = fileName === undefined ? undefined : plainFileName(fileName)
  return create(name, { type, fallback: name === undefined || !NOT_ASCII.test(name) ? true : asciiOf(name) })
}

/** Letters without their marks, and `_` for what ASCII has nothing for; the question mark of others is no file name. */
function asciiOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[^\x20-\x7e]/gu, '_')
}

const NOT_ASCII = /[^\x20-\x7e]/
