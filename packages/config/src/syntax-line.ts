import { readFile } from 'node:fs/promises'
import * as nodeModule from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * The line, from 1, at which a text stops being JSON.
 *
 * Not every message of `JSON.parse` has a position. So this looks for the shortest beginning of the text, in whole
 * lines, that no continuation can make valid.
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

/** Whether a text has a mistake before its end. A mistake at the end may be cured by the lines that follow. */
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

/** Whether an error of `import()` is a syntax error of the module, not one that its code threw, as by `JSON.parse`. */
export function isSyntaxError(error: unknown): error is SyntaxError {
  if (!(error instanceof SyntaxError)) return false
  const frame = /^ +at .*$/m.exec(error.stack ?? '')
  return frame === null || frame[0].includes('node:internal')
}

/**
 * The line, from 1, at which a module does not parse; undefined if the mistake is in a module that it imports, or has
 * no known place.
 */
export async function moduleSyntaxLine(error: SyntaxError, file: string): Promise<number | undefined> {
  return locatedLine(error, file) ?? locatedLine(await parseAgain(file), file)
}

/** Node puts `file:line` above the message in the stack of some syntax errors. */
function locatedLine(error: unknown, file: string): number | undefined {
  const [, place, line] = (error instanceof SyntaxError && /^(.+):(\d+)\n/.exec(error.stack ?? '')) || []
  return place === file || place === pathToFileURL(file).href ? Number(line) : undefined
}

/** Parses the file with node's type stripper, if there is one: unlike V8 it tells the place of a mistake. */
async function parseAgain(file: string): Promise<unknown> {
  try {
    nodeModule.stripTypeScriptTypes?.(await readFile(file, 'utf8'), { sourceUrl: file })
    return undefined
  } catch (error) {
    return error
  }
}
