import type { Readable, Writable } from 'node:stream'
import { intro, outro, spinner } from '@clack/prompts'
import { printable } from './printable.ts'

/** The machine that the command runs on; `process` fits. */
export interface Machine {
  readonly cwd: () => string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable
  /** `typescript` is set where sources run as they are. */
  readonly features: { readonly typescript?: unknown }
}

/** Where the command says what it does. */
export interface Output {
  begin(title: string): void
  /** Says what is being done, then what `work` says was done. */
  during(doing: string, work: () => Promise<string>): Promise<void>
  end(lines: readonly string[]): void
  complain(message: string): void
}

/** Makes the output: with a progress indicator in a terminal, otherwise with plain lines. */
export function createOutput({ stdout, stderr }: Pick<Machine, 'stdout' | 'stderr'>): Output {
  const said = stdout.isTTY ? inTerminal(stdout) : inLines(stdout)
  return { ...said, complain: (message) => complain(stderr, message) }
}

/** Writes lines that may quote what somebody typed. */
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
