/**
 * The file name that a text stands for: without a path, and without what hides what it is.
 *
 * Takes what stands behind the last slash or backslash. Drops control characters, those that change the direction of
 * writing (`photo\u202egpj.exe` reads as `photoexe.jpg`), those that nobody sees, and white space around the name. Gives
 * `undefined` if nothing is left, or `.` or `..`. It is safe to show and to send; to open a file by it, it is not.
 */
export function plainFileName(text: string): string | undefined {
  const name = lastSegment(text.toWellFormed()).replace(HIDDEN, '').trim()
  return name === '' || name === '.' || name === '..' ? undefined : name
}

/** Not by a regular expression: one that looks for what ends a text takes the square of its length. */
function lastSegment(text: string): string {
  let end = text.length
  while (end > 0 && /[/\\\s]/.test(text.charAt(end - 1))) end--
  const path = text.slice(0, end)
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** Control characters, line separators, bidirectional controls, zero-width space and byte order mark. */
const HIDDEN = /[\p{Cc}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
