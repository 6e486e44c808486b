import { styleText } from 'node:util'
import { printable } from '@app/core/extending'
import { wrapWords } from './wrap.ts'

/** The style of text, which has no effect in a terminal without colours. */
export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'blue' | 'magenta'

/** The output of a command. The result of the command goes to stdout, everything else to stderr. */
export interface Terminal {
  /** The width of the terminal in columns; `undefined` for a pipe, to which text is printed without wrapping. */
  readonly width: number | undefined
  /** Writes a line to stdout. */
  print(line: string): void
  /**
   * Writes a sentence to stdout, wrapped to the width of a terminal. Each line except the first begins with `indent`.
   */
  tell(sentence: string, indent?: string): void
  /** Writes a value to stdout as JSON. */
  printJson(value: unknown): void
  /**
   * Writes lines to stderr, with control characters escaped. Lines are wrapped to the width of a terminal, except for a
   * line that begins with a blank, such as a line of a stack.
   */
  complain(lines: string): void
  style(style: Style, text: string): string
  /** Shows a progress indicator with the text `what` while `work` runs, if stderr is a terminal. */
  during<T>(what: string, work: () => Promise<T>): Promise<T>
}

type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr' | 'env'>

/** Makes a `Terminal` that writes to the streams of a process. */
export function createTerminal({ stdout, stderr, env }: Streams): Terminal {
  const hasColor = wantsColor(stdout.isTTY, env)
  // The functions are bound here, since `importQuietly` replaces the method `write` of stdout while the application is
  // imported. The command still writes to stdout then.
  const [write, complain] = [stdout.write.bind(stdout), stderr.write.bind(stderr)]
  const width = stdout.isTTY ? stdout.columns : undefined
  const linesOf = (lines: string) => {
    const columns = stderr.isTTY ? stderr.columns : undefined
    const wrapped = (line: string) => (/^\s/.test(line) ? [line] : wrapWords(line, columns))
    return lines.split('\n').map(printable).flatMap(wrapped)
  }
  return {
    width,
    print: (line) => void write(`${line}\n`),
    tell: (sentence, indent = '') => void write(`${wrapWords(sentence, width, indent).join('\n')}\n`),
    printJson: (value) => void write(`${JSON.stringify(value, undefined, 2)}\n`),
    complain: (lines) => void complain(`${linesOf(lines).join('\n')}\n`),
    // `styleText` does not check by itself here whether the stream shows colours: versions of node decide this
    // differently, and `hasColor` has decided it already.
    style: (style, text) => (hasColor ? styleText(style, text, { validateStream: false }) : text),
    during: async (what, work) => {
      if (!stderr.isTTY) return work()
      const { spinner } = await import('@clack/prompts')
      const progress = spinner({ output: stderr, withGuide: false })
      progress.start(what)
      try {
        return await work()
      } finally {
        progress.clear()
      }
    },
  }
}

/**
 * True if colours are written: to a terminal unless `NO_COLOR` is set, and with `FORCE_COLOR` also to a pipe. If both
 * variables are set, `FORCE_COLOR` decides, as in node.
 */
function wantsColor(isTerminal: boolean, { FORCE_COLOR, NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean {
  if (FORCE_COLOR !== undefined) return !/^(?:0|false)$/.test(FORCE_COLOR)
  return isTerminal && !NO_COLOR && TERM !== 'dumb'
}
