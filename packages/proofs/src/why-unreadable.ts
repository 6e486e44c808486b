/** Returns the reason why the target of a request, such as `/%`, has no canonical path. */
export function whyUnreadable(target: string): string {
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split('?')
  const bad = /%(?![\da-f]{2})[^/]{0,2}/i.exec(path)?.[0]
  if (bad !== undefined)
    return `"${bad}" is not a byte: "%" has to be followed by two hex digits, and a percent sign is written "%25"`
  const separator = /%(?:2f|5c)/i.exec(path)?.[0]
  if (separator !== undefined) return `"${separator}" is a slash for some servers and text for others`
  const control = /%(?:[01][\da-f]|7f)/i.exec(path)?.[0]
  if (control !== undefined) return `"${control}" is a control character`
  if (/%[89a-f][\da-f]/i.test(path)) return `"${path}" is not UTF-8`
  return 'the path cannot be read'
}
