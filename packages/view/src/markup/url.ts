/**
 * Returns a URL unchanged, or `about:invalid` in place of a URL whose scheme is not accepted, such as `javascript:`.
 *
 * Accepted are relative URLs, and URLs of http, https, mailto, tel, sms and ftp; for elements with pictures, video or
 * audio also `blob:`, and `data:` with a picture. Other URLs are replaced and cause no error: a visitor who stores such
 * a URL must not make the page fail for everybody.
 */
export function safeUrl(url: string, tag: string): string {
  const scheme = schemeOf(url)
  if (scheme === undefined || SCHEMES.has(scheme)) return url
  if (MEDIA.has(tag) && (scheme === 'blob' || PICTURE.test(url))) return url
  return `about:invalid#${scheme}-refused`
}

/**
 * Checks each URL of a list with white space between them, as `safeUrl` does. Returns the list unchanged, or the
 * `about:invalid` of the first refused URL. A `srcset` is checked like such a list: its descriptors, such as `2x`, look
 * like relative URLs, which are accepted.
 */
export function safeUrls(list: string, tag: string): string {
  const urls = list.split(/[\t\n\f\r ]+/).map((url) => url.replace(/^,+/, ''))
  return urls.map((url) => safeUrl(url, tag)).find((safe, index) => safe !== urls[index]) ?? list
}

/**
 * Returns the state of a URL after the text before its first value. `open`: a value may still change the scheme.
 * `decided`: no value can change the scheme any more. `refused`: the text begins a program, such as `javascript:`, or
 * has a character reference in the scheme.
 */
export function startOfUrl(text: string, tag: string): 'open' | 'decided' | 'refused' {
  // An `&` in the scheme may begin a character reference, which could be any letter or the colon, so the scheme is not
  // known.
  if (/^[^:/?#]*&/.test(text)) return 'refused'
  if (!/[:/?#]/.test(text)) return 'open'
  return PROGRAMS.has(schemeOf(text) ?? '') && safeUrl(text, tag) !== text ? 'refused' : 'decided'
}

/**
 * Returns the scheme of a URL as a browser reads it: without white space and control characters before it, and without
 * line breaks and tabs in it.
 */
function schemeOf(url: string): string | undefined {
  const [, scheme] = /^[\x00-\x20]*([a-z][a-z0-9+.\-\t\n\r]*):/i.exec(url) ?? []
  return scheme?.replace(/[\t\n\r]/g, '').toLowerCase()
}

const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'ftp'])
const PROGRAMS = new Set(['javascript', 'vbscript', 'data'])
const MEDIA = new Set(['img', 'image', 'source', 'input', 'video', 'audio'])
const PICTURE = /^\s*data:image\/(?:avif|bmp|gif|jpeg|png|webp)[;,]/i
