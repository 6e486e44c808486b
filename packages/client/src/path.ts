/**
 * Replaces the placeholders of a path by the encoded params. If a param of an optional part is missing, the part is
 * left out, with the optional parts inside of it.
 *
 * Throws a `TypeError` for a param that would lead to another path: a missing or empty param outside of optional parts,
 * a slash in a param that is not a catch-all, a backslash, or a dot segment (`.` or `..`). A catch-all may have
 * slashes, and may be empty.
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
 * Matches a placeholder: its name, the dots of a catch-all such as `{rest...}`, and its token. A placeholder whose
 * token begins with a dot, such as `{rest:.*}`, is a catch-all too. A token may have braces.
 */
const PLACEHOLDER = /\{(\w+)(:?\.+)?([^{}]|\{[^{}]*})*}/g
/**
 * Matches parts of a path that lead to another path: a dot segment (`.` or `..`), and encoded characters that servers
 * treat like a slash.
 */
const ELSEWHERE = /\/\.\.?(\/|$)|%2F|%5C/
