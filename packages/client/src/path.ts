/**
 * Fills in the placeholders of a path, encoded. An optional part is left out if one of its params is missing.
 *
 * Throws a `TypeError` for a param that would lead to another path: it is missing or empty, has a slash, or makes a dot
 * segment.
 */
export function fillPath(path: string, params: Readonly<Record<string, unknown>>): string {
  let filled = ''
  for (const part of path.replace(/]+$/, '').split(/\[(?=\/)/)) {
    let isMissing = false
    const text = part.replace(PLACEHOLDER, (_, name, rest) => {
      const value = encodeURIComponent((params[name] ?? '') as string)
      isMissing ||= !value
      return rest ? value.replaceAll('%2F', '/') : value || '/../'
    })
    if (filled && isMissing) break
    filled += text
  }
  if (ELSEWHERE.test(filled)) throw new TypeError(`${path} cannot hold ${JSON.stringify(params)}`)
  return filled
}

/**
 * A placeholder with its name, and whether it is a catch-all: that is also one whose token begins with a dot. A token
 * may have braces.
 */
const PLACEHOLDER = /\{(\w+)(:?\.+)?([^{}]|\{[^{}]*})*}/g
/**
 * Parts of a path that lead elsewhere: a dot segment, which stands for no folder or the one above, and encoded
 * characters that servers take for a slash.
 */
const ELSEWHERE = /\/\.\.?(\/|$)|%2F|%5C/
