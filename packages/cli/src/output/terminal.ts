import { styleText } from 'node:util'
import { printable } from '@app/core/extending'
import { wrapWords } from './wrap.ts'

/** The style of a text, if there are colours. */
export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'blue' | 'magenta'

/** The output of a command: the answer goes to stdout, everything else to stderr. */
export interface Terminal {
  /** Columns of a terminal; a pipe has none and gets all of the text. */
  readonly width: number | undefined
  /** Writes a line to stdout. */
  print(line: string): void
  /** Writes a sentence to stdout, on as many lines as a terminal needs for it; all but the first begin with `indent`. */
  tell(sentence: string, indent?: string): void
  /** Writes a value to stdout as JSON. */
  printJson(value: unknown): void
  /** Writes lines to stderr. They may quote foreign text; one that begins with a blank stays as it is. */
  complain(lines: string): void
  style(style: Style, text: string): string
  /** Shows, in a terminal alone, that work is under way. */
  during<T>(what: string, work: () => Promise<T>): Promise<T>
}

type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr' | 'env'>

/** A terminal on the streams of a process. */
export function createTerminal({ stdout, stderr, env }: Streams): Terminal {
  const hasColor = wantsColor(stdout.isTTY, env)
  // Kept, since both are replaced while the application is imported.
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
    // Whether the stream has colours was asked above, for every version of node alike.
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

/** Colours are for terminals without `NO_COLOR`, and for pipes too with `FORCE_COLOR`, which comes first, as node has it. */
function wantsColor(isTerminal: boolean, { FORCE_COLOR, NO_COLOR, TERM }: NodeJS.ProcessEnv): boolean {
  if (FORCE_COLOR !== undefined) return !/^(?:0|false)$/.test(FORCE_COLOR)
  return isTerminal && !NO_COLOR && TERM !== 'dumb'
}
