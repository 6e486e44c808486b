import { readFile } from 'node:fs/promises'
import * as nodeModule from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * Returns the line, counted from 1, of the first mistake in a JSON text.
 *
 * Not every message of `JSON.parse` has a position. So the function searches for the smallest number of lines from the
 * beginning that no continuation can make valid JSON; the mistake is in the last of them.
 */
export function jsonSyntaxLine(text: string): number {
  const lines = text.split('\n')
  let [good, bad] = [0, lines.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isWrongStart(`${lines.slice(0, middle).join('\n')}\n`)) bad = middle
    else good = middle
  }
  return bad
}

/**
 * True if the beginning of a JSON text has a mistake before its end. An error at the end is not a mistake, since the
 * rest of the text is missing there.
 */
function isWrongStart(start: string): boolean {
  try {
    JSON.parse(start)
    return false
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const position = /at position (\d+)/.exec(message)?.[1]
    return position === undefined ? !message.includes('end of JSON input') : Number(position) < start.length
  }
}

/**
 * True if an error of `import()` is a syntax error of the module. Code of the module may throw a `SyntaxError` too, for
 * example by `JSON.parse`; the stack of such an error does not begin inside of node.
 */
export function isSyntaxError(error: unknown): error is SyntaxError {
  if (!(error instanceof SyntaxError)) return false
  const frame = /^ +at .*$/m.exec(error.stack ?? '')
  return frame === null || frame[0].includes('node:internal')
}

/**
 * Returns the line, counted from 1, of a syntax error in a module; undefined if the mistake is in an imported module,
 * or if its place is unknown.
 */
export async function moduleSyntaxLine(error: SyntaxError, file: string): Promise<number | undefined> {
  return locatedLine(error, file) ?? locatedLine(await parseAgain(file), file)
}

/**
 * Reads the line of the mistake from the stack of a syntax error: for some syntax errors, the stack begins with
 * `file:line`.
 */
function locatedLine(error: unknown, file: string): number | undefined {
  const [, place, line] = (error instanceof SyntaxError && /^(.+):(\d+)\n/.exec(error.stack ?? '')) || []
  return place === file || place === pathToFileURL(file).href ? Number(line) : undefined
}

/**
 * Parses the file with node's type stripper, if node has one, and returns the error that the stripper throws. Unlike an
 * error of V8, this error has the line of the mistake. Node's warning that the stripper is experimental is left out: the
 * user has not called it.
 */
async function parseAgain(file: string): Promise<unknown> {
  const { emitWarning } = process
  try {
    const text = await readFile(file, 'utf8')
    process.emitWarning = () => {}
    nodeModule.stripTypeScriptTypes?.(text, { sourceUrl: file })
    return undefined
  } catch (error) {
    return error
  } finally {
    process.emitWarning = emitWarning
  }
}
