import { CommanderError } from 'commander'
import { CommandError } from './command.ts'
import { maskText } from './configuration/secrets.ts'
import { createTerminal } from './output/terminal.ts'
import { createProgram } from './program.ts'

/**
 * Runs the command `app` with its arguments, in the working directory of the process.
 *
 * Gives the exit code: 0 for success, 1 for problems, 2 for wrong use; `undefined` while a server runs.
 */
export async function runCli(args: readonly string[]): Promise<number | undefined> {
  const terminal = createTerminal(process)
  const outcome: { code: number | undefined } = { code: 0 }
  try {
    await createProgram(terminal, outcome).parseAsync(args, { from: 'user' })
    return outcome.code
  } catch (error) {
    // Commander has already printed the mistake in the arguments.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof CommandError)) throw error
    terminal.complain(maskText(error.message))
    return error.exitCode
  }
}
