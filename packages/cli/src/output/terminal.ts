import { styleText } from 'node:util'
import { printable } from '@app/core/extending'

/** The style of a text, if there are colours. */
export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow'

/** The output of a command: the answer goes to stdout, everything else to stderr. */
export interface Terminal {
  /** Columns of a terminal; a pipe has none and gets all of the text. */
  readonly width: number | undefined
  /** Writes a line to stdout. */
  print(line: string): void
  /** Writes a value to stdout as JSON. */
  printJson(value: unknown): void
  /** Writes lines to stderr. They may quote foreign text. */
  complain(lines: string): void
  style(style: Style, text: string): string
  /** Shows, in a terminal alone, that work is under way. */
  during<T>(what: string, work: () => Promise<T>): Promise<T>
}

type Streams = Pick<NodeJS.Process, 'stdout' | 'stderr' | 'env'>

/** A terminal on the streams of a process; colours only where stdout is one and `NO_COLOR` is not set. */
export function createTerminal({ stdout, stderr, env }: Streams): Terminal {
  const hasColor = stdout.isTTY && !env.NO_COLOR
  // Kept, since both are replaced while the application is imported.
  const [write, complain] = [stdout.write.bind(stdout), stderr.write.bind(stderr)]
  return {
    width: stdout.isTTY ? stdout.columns : undefined,
    print: (line) => void write(`${line}\n`),
    printJson: (value) => void write(`${JSON.stringify(value, undefined, 2)}\n`),
    complain: (lines) => void complain(`${lines.split('\n').map(printable).join('\n')}\n`),
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
