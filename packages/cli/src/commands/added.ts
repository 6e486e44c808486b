import { describeValue, explainError, nearest } from '@app/core/extending'
import { containersIn, disposeServices, planOf, startServices } from '@app/core/internal'
import type { AddedCommand } from '../application/added-commands.ts'
import { importQuietly, type LoadedApplication, loadApplication } from '../application/load-application.ts'
import { CommandError, type CommonOptions } from '../command.ts'
import type { Terminal } from '../output/terminal.ts'
import { keysOf } from '../types/application-types.ts'

/**
 * Loads the application, and runs a command that a package or the application has added, with the application as
 * argument. Afterwards disposes of all services that were made. Returns the exit code. An error of the command becomes
 * a `CommandError` with its message, so that the exit code is 1.
 */
export async function runAdded(
  terminal: Terminal,
  name: string,
  command: AddedCommand,
  args: readonly string[],
  { app, ...options }: CommonOptions & Readonly<Record<string, unknown>>,
): Promise<number> {
  const loaded = await loadApplication(app)
  const { application, root, file } = loaded
  return importQuietly(file, async () => {
    let code: number
    let isDisposed = true
    try {
      if (command.eager) await startServices(containersOf(loaded))
      const services = await Promise.all((command.inject ?? []).map((needed) => serviceFor(name, needed, loaded)))
      const context = {
        application,
        root,
        args,
        options,
        print: (line: string) => terminal.print(line),
        printError: (lines: string) => terminal.complain(lines),
      }
      code = exitCode(name, await command.run(context, ...(services as never[])))
    } finally {
      isDisposed = await disposeServices(containersOf(loaded), GRACE)
    }
    return isDisposed ? code : code || 1
  }).catch((error: unknown) => {
    throw error instanceof CommandError ? error : CommandError.problem(explainError(error, root), { cause: error })
  })
}

/** Checks what a command has resolved to. A command in JavaScript that returns nothing was successful. */
function exitCode(name: string, code: unknown): number {
  if (code === undefined) return 0
  if (Number.isInteger(code) && (code as number) >= 0 && (code as number) <= 255) return code as number
  throw CommandError.problem(
    `The command "${name}" must resolve with its exit code: 0 for success, 1 if a problem was found, 2 for wrong use; got ${typeof code === 'number' ? code : describeValue(code)}.`,
  )
}

/** The seconds that services have to be disposed of. */
const GRACE = 10

function containersOf({ application, container }: LoadedApplication): ReturnType<typeof containersIn> {
  const plan = planOf(application)
  return plan ? containersIn(plan) : container ? [container] : []
}

/** Returns a service that a command names in `inject`. */
function serviceFor(command: string, name: string, { container }: LoadedApplication): unknown {
  if (container?.has(name)) return container.get(name)
  const near = nearest(name, keysOf(container))
  throw CommandError.problem(
    `The command "${command}" takes the service "${name}", and ` +
      `${container ? 'the container has no such service' : 'the application has no container'}.` +
      `${near === undefined ? '' : ` Did you mean "${near}"?`}`,
  )
}
