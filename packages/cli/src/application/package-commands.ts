import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Application } from '@app/core'
import { CommandError } from '../command.ts'
import { findPackage, needsOf, packageRoot, readManifest } from './packages.ts'

/**
 * A command that a package adds to `app`. The package names a module in its `package.json`, `"app": { "commands": {
 * "openapi": "@app/openapi/command" } }`, and this module exports the command as `command`.
 */
export interface PackageCommand {
  readonly description: string
  /**
   * The arguments after the name of the command, in the syntax of the library commander: `[action] [file]`. Default:
   * none.
   */
  readonly usage?: string
  /**
   * The options, in the syntax of the library commander: `{ flags: '--out <file>', description: 'write it there' }`.
   */
  readonly options: readonly { readonly flags: string; readonly description: string }[]
  /** Example commands, without the word `app`. */
  readonly examples: readonly string[]
  /** Runs the command. Resolves with the exit code: 0 for success, 1 if a problem was found, 2 for wrong use. */
  run(context: PackageCommandContext): Promise<number>
}

/** The argument that the command of a package gets when it is run. */
export interface PackageCommandContext {
  readonly application: Application
  /** The folder of the application's `package.json`. */
  readonly root: string
  /** The arguments that the user has written after the name of the command. */
  readonly words: readonly string[]
  /**
   * The values of the options, by their long names in camel case: `outFile` for `--out-file`. `json` is true if the
   * user has written `--json`.
   */
  readonly options: Readonly<Record<string, unknown>>
  /** Writes a line of output to stdout. */
  print(line: string): void
  /** Writes lines of an error or a hint to stderr. */
  complain(lines: string): void
}

/** Loads the commands that the application's dependencies add to `app`. The keys are the names of the commands. */
export async function packageCommands(folder: string): Promise<ReadonlyMap<string, PackageCommand>> {
  const root = packageRoot(folder)
  const commands = new Map<string, PackageCommand>()
  for (const [name, module] of namedModules(root)) {
    if (!commands.has(name)) commands.set(name, await loadCommand(name, module, root))
  }
  return commands
}

/**
 * Returns the name and the module of each command that a direct dependency of the application lists in its
 * package.json.
 */
function namedModules(root: string): readonly (readonly [string, string])[] {
  if (findManifest(root) === undefined) return []
  const manifest = readManifest(root)
  const names = Object.keys({ ...needsOf(manifest), ...manifest.devDependencies })
  return names.flatMap((name) => {
    const found = findPackage(name, root)
    const commands = found === undefined ? undefined : readManifest(found).app?.commands
    if (typeof commands !== 'object' || commands === null) return []
    return Object.entries(commands).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  })
}

function findManifest(root: string): unknown {
  try {
    return readManifest(root)
  } catch {
    return undefined
  }
}

async function loadCommand(name: string, module: string, root: string): Promise<PackageCommand> {
  const from = join(root, 'package.json')
  try {
    const { command } = await import(pathToFileURL(createRequire(from).resolve(module)).href)
    if (typeof command?.run === 'function') return command
  } catch (cause) {
    throw CommandError.problem(
      `The module ${module} of the command "${name}" cannot be loaded: ${(cause as Error).message}`,
      {
        cause,
      },
    )
  }
  throw CommandError.problem(
    `The module ${module} of the command "${name}" does not export a "command" with a function "run".`,
  )
}
