import { readFile } from 'node:fs/promises'
import * as nodeModule from 'node:module'
import { pathToFileURL } from 'node:url'

/** Whether an error of `import()` is about the text of a module, rather than thrown by its code, as by `JSON.parse`. */
export function isSyntaxError(error: unknown): error is SyntaxError {
  if (!(error instanceof SyntaxError)) return false
  const frame = /^ +at .*$/m.exec(error.stack ?? '')
  return frame === null || frame[0].includes('node:internal')
}

/** The line, from 1, where a module does not parse; undefined when the mistake is in what it imports, or not located. */
export async function moduleSyntaxLine(error: SyntaxError, file: string): Promise<number | undefined> {
  return locatedLine(error, file) ?? locatedLine(await parseAgain(file), file)
}

/** Node puts `file:line` above the message in the stack of some syntax errors. */
function locatedLine(error: unknown, file: string): number | undefined {
  const [, place, line] = (error instanceof SyntaxError && /^(.+):(\d+)\n/.exec(error.stack ?? '')) || []
  return place === file || place === pathToFileURL(file).href ? Number(line) : undefined
}

/** V8 keeps the place of a mistake in JavaScript to itself; the parser that takes types out, where there is one, tells it. */
async function parseAgain(file: string): Promise<unknown> {
  try {
    nodeModule.stripTypeScriptTypes?.(await readFile(file, 'utf8'), { sourceUrl: file })
    return undefined
  } catch (error) {
    return error
  }
}
