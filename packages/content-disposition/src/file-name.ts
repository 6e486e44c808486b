/**
 * The plain file name in a text: without a path, and without characters that hide a part of the name.
 *
 * Takes the text after the last slash or backslash. Removes control characters, those that change the direction of
 * writing (`photo\u202egpj.exe` reads as `photoexe.jpg`), invisible ones, and white space around the name. Gives
 * `undefined` if nothing is left, or `.` or `..`. The result is safe to show and to send; it is not safe to open a file
 * by it.
 *
 * @example
 * const name = plainFileName('C:\\photos\\cat.png') // cat.png
 */
export function plainFileName(text: string): string | undefined {
  const name = lastSegment(text.toWellFormed()).replace(HIDDEN, '').trim()
  return name === '' || name === '.' || name === '..' ? undefined : name
}

/**
 * The text after the last slash or backslash. No regular expression does this, since one that looks for the end of a
 * text takes time in the square of its length.
 */
function lastSegment(text: string): string {
  let end = text.length
  while (end > 0 && /[/\\\s]/.test(text.charAt(end - 1))) end--
  const path = text.slice(0, end)
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** Control characters, line separators, bidirectional controls, zero-width space and byte order mark. */
const HIDDEN = /[\p{Cc}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu
