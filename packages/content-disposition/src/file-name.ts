/**
 * Makes a file name from elsewhere, such as that of an upload, safe to show and to send: without a path, and without
 * characters that hide a part of the name.
 *
 * Keeps only the text after the last slash or backslash that is not at the end. Removes control characters, line and
 * paragraph separators, zero-width spaces, byte order marks, characters that change the direction of writing
 * (`photo\u202egpj.exe` is shown as `photoexe.jpg`), and white space around the name. A lone surrogate becomes U+FFFD.
 * Returns `undefined` if the rest is empty, `.` or `..`. Do not open a file by the result.
 *
 * @example
 * const name = plainFileName('C:\\photos\\cat.png') // cat.png
 */
export function plainFileName(text: string): string | undefined {
  const name = lastSegment(text.toWellFormed()).replace(HIDDEN, '').trim()
  return name === '' || name === '.' || name === '..' ? undefined : name
}

/**
 * Removes slashes, backslashes and white space at the end, and returns the text after the last slash or backslash that
 * is left. The function uses no regular expression, since one that matches only at the end of a string takes quadratic
 * time.
 */
function lastSegment(text: string): string {
  let end = text.length
  while (end > 0 && /[/\\\s]/.test(text.charAt(end - 1))) end--
  const path = text.slice(0, end)
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** Matches control characters, line and paragraph separators, bidirectional controls, U+200B and byte order marks. */
const HIDDEN = /[\p{Cc}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
