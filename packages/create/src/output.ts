import type { Readable, Writable } from 'node:stream'
import { intro, outro, spinner } from '@clack/prompts'

/** The part of `process` that `create-app` uses. */
export interface Machine {
  readonly cwd: () => string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable
  /** `process.features`. `typescript` is set if node runs TypeScript sources without compiling. */
  readonly features: { readonly typescript?: unknown }
}

/** The functions by which `create-app` prints its steps and its errors. */
export interface Output {
  begin(title: string): void
  /** Prints the text `doing` while a step of the command runs, and then the text to which `work` resolves. */
  during(doing: string, work: () => Promise<string>): Promise<void>
  end(lines: readonly string[]): void
  complain(message: string): void
}

/** Makes an output, which shows a progress indicator in a terminal, and prints plain lines elsewhere. */
export function createOutput({ stdout, stderr }: Pick<Machine, 'stdout' | 'stderr'>): Output {
  const said = stdout.isTTY ? inTerminal(stdout) : inLines(stdout)
  return { ...said, complain: (message) => complain(stderr, message) }
}

/** Writes a message to stderr, with control characters escaped, since the message may quote input of the user. */
export function complain(stderr: Machine['stderr'], message: string): void {
  stderr.write(`${message.split('\n').map(printable).join('\n')}\n`)
}

function inTerminal(output: Machine['stdout']): Omit<Output, 'complain'> {
  return {
    begin: (title) => intro(title, { output }),
    end: (lines) => outro(lines.join('\n   '), { output }),
    during: async (doing, work) => {
      const progress = spinner({ output })
      progress.start(doing)
      try {
        progress.stop(await work())
      } catch (error) {
        progress.error(`${doing}: failed`)
        throw error
      }
    },
  }
}

function inLines(output: Machine['stdout']): Omit<Output, 'complain'> {
  const print = (line: string) => void output.write(`${line}\n`)
  return {
    begin: () => undefined,
    end: (lines) => lines.forEach(print),
    during: async (doing, work) => {
      print(doing)
      print(await work())
    },
  }
}

/**
 * Makes text of unknown origin safe to show on one line. Characters that end a line, move the cursor or change the
 * direction of writing become `\u` escapes, and so do most invisible ones; joiners and variation selectors, which
 * scripts and emoji need, stay.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const UNPRINTABLE =
  /[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g
