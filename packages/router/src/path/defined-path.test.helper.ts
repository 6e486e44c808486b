/**
 * Makes a path canonical by one regular expression for each rule, as a definition that is easy to check.
 * `canonicalPath`, which uses tables, has to return the same result.
 */
export function definedPath(raw: string): string | undefined {
  if (raw[0] !== '/') return undefined
  const kept: string[] = []
  const segments = raw.split('/').slice(1).map(definedSegment)
  for (const [i, segment] of segments.entries()) {
    if (segment === undefined) return undefined
    if (segment !== '.' && segment !== '..') kept.push(segment)
    else {
      if (segment === '..') kept.pop()
      if (i === segments.length - 1) kept.push('')
    }
  }
  return `/${kept.join('/')}`
}

/**
 * Defines the canonical spelling of one segment: `undefined` if the text is ambiguous. A dot segment stays as it is.
 */
export function definedSegment(raw: string): string | undefined {
  if (!/^[\x20-\x7e]*$/.test(raw) || /[\\#?]/.test(raw)) return undefined
  const encoded = raw.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@%]/g, (character) => percentEncoded(character))
  if (/%(?![0-9A-Fa-f]{2})/.test(encoded) || /%(?:[01][0-9A-Fa-f]|7[Ff]|2[Ff]|5[Cc])/.test(encoded)) return undefined
  try {
    decodeURIComponent(encoded)
  } catch {
    return undefined
  }
  return encoded.replace(/%[0-9A-Fa-f]{2}/g, (byte) => {
    const character = String.fromCharCode(Number.parseInt(byte.slice(1), 16))
    return /[A-Za-z0-9\-._~]/.test(character) ? character : byte.toUpperCase()
  })
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}
