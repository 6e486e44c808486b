/**
 * Adds the names of request headers to `Vary`, each once: caches compare these headers before they reuse the response.
 *
 * Source: RFC 9110 section 12.5.5.
 */
export function addVary(headers: Headers, ...names: readonly string[]): void {
  const said = headers.get('vary')
  if (said === null) {
    if (names.length > 0) headers.set('vary', names.join(', '))
    return
  }
  const present = said.split(',').map((name) => name.trim())
  const known = new Set(present.map((name) => name.toLowerCase()))
  if (known.has('*')) return
  const added = names.filter((name) => !known.has(name.toLowerCase()))
  if (added.length > 0) headers.set('vary', [...present, ...added].filter((name) => name !== '').join(', '))
}
