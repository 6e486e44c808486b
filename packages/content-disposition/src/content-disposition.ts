import { create } from 'content-disposition'
import { plainFileName } from './file-name.ts'

/**
 * Returns the value of `Content-Disposition` for a response that is saved as a file: `attachment; filename="…"`.
 *
 * The name is changed as by `plainFileName`: it loses a path, and characters that hide a part of it. A name beyond
 * ASCII is sent as `filename*`, with an additional ASCII name for old clients. Without a name, or if nothing is left of
 * the name, clients use the last part of the URL. Throws a `TypeError` for a name that is not a string. Sources: RFC
 * 6266, RFC 8187.
 *
 * @example
 * const response = new Response(pdf, { headers: { 'content-disposition': attachment('Übersicht.pdf') } })
 */
export function attachment(fileName?: string): string {
  return disposition('attachment', fileName)
}

/**
 * Returns the value of `Content-Disposition` for a response that a browser shows, with a name for visitors who save it.
 * The name is changed as in `attachment`.
 *
 * @example
 * const response = new Response(picture, { headers: { 'content-disposition': inline('picture.png') } })
 */
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

/**
 * Removes accents from letters, and replaces `ß` by `ss` and characters without an equivalent in ASCII by `_`. Other
 * libraries write a question mark, which no file name of Windows can have.
 */
function asciiOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[^\x20-\x7e]/gu, '_')
}

const NOT_ASCII = /[^\x20-\x7e]/
