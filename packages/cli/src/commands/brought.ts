import { explainError, type PackageCommand } from '@app/core/extending'
import { importQuietly, loadApplication } from '../application/load-application.ts'
import { CommandError, type CommonOptions } from '../command.ts'
import type { Terminal } from '../output/terminal.ts'

/**
 * Loads the application, and runs the command of a package with the application as argument. Returns the exit code. An
 * error of the command becomes a `CommandError` with its message, so that the exit code is 1.
 */
export async function runBrought(
  terminal: Terminal,
  command: PackageCommand,
  args: readonly string[],
  { app, ...options }: CommonOptions & Readonly<Record<string, unknown>>,
): Promise<number> {
  const { application, root, file } = await loadApplication(app)
  return importQuietly(file, () =>
    command.run({
      application,
      root,
      args,
      options,
      print: (line) => terminal.print(line),
      printError: (lines) => terminal.complain(lines),
    }),
  ).catch((error: unknown) => {
    throw error instanceof CommandError ? error : CommandError.problem(explainError(error, root), { cause: error })
  })
}
