/**
 * A URL as it is, or one that leads nowhere if a browser could run it.
 *
 * Relative ones pass, and those of http, https, mailto, tel, sms and ftp; for pictures and films `blob:` too, and `data:`
 * with a picture. Others become `about:invalid`: whoever stored such a URL must not take the page away from everybody.
 */
export function safeUrl(url: string, tag: string): string {
  const scheme = schemeOf(url)
  if (scheme === undefined || SCHEMES.has(scheme)) return url
  if (MEDIA.has(tag) && (scheme === 'blob' || PICTURE.test(url))) return url
  return `about:invalid#${scheme}-refused`
}

/**
 * A list of URLs between white space, or the candidates of a `srcset`, whose descriptors read like URLs without a scheme.
 */
export function safeUrls(list: string, tag: string): string {
  const urls = list.split(/[\t\n\f\r ]+/).map((url) => url.replace(/^,+/, ''))
  return urls.map((url) => safeUrl(url, tag)).find((safe, index) => safe !== urls[index]) ?? list
}

/** What the text before the first value says of a URL: the value is still to be checked, or cannot change the scheme. */
export function startOfUrl(text: string, tag: string): 'open' | 'decided' | 'refused' {
  // A reference could spell a scheme, or the colon behind it.
  if (/^[^:/?#]*&/.test(text)) return 'refused'
  if (!/[:/?#]/.test(text)) return 'open'
  return PROGRAMS.has(schemeOf(text) ?? '') && safeUrl(text, tag) !== text ? 'refused' : 'decided'
}

/** The scheme as a browser reads it: without what stands before it, and without line breaks and tabs in it. */
function schemeOf(url: string): string | undefined {
  const [, scheme] = /^[\x00-\x20]*([a-z][a-z0-9+.\-\t\n\r]*):/i.exec(url) ?? []
  return scheme?.replace(/[\t\n\r]/g, '').toLowerCase()
}

const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'ftp'])
const PROGRAMS = new Set(['javascript', 'vbscript', 'data'])
const MEDIA = new Set(['img', 'image', 'source', 'input', 'video', 'audio'])
const PICTURE = /^\s*data:image\/(?:avif|bmp|gif|jpeg|png|webp)[;,]/i
