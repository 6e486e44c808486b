import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ApplicationCommand, PackageCommand } from '@app/core/extending'
import { CommandError } from '../command.ts'
import { findPackage, type Manifest, needsOf, packageRoot, readManifest } from './packages.ts'

/** A command that a package or the application itself adds to `app`. */
export type AddedCommand = Pick<PackageCommand, 'description' | 'usage' | 'options' | 'examples'> &
  Pick<ApplicationCommand, 'inject' | 'eager' | 'run'>

/**
 * Loads the commands that the application and its dependencies add to `app`. The keys are the names of the commands. A
 * command of the application replaces one of a package with the same name.
 */
export async function addedCommands(folder: string): Promise<ReadonlyMap<string, AddedCommand>> {
  const root = packageRoot(folder)
  const commands = new Map<string, AddedCommand>()
  for (const [name, module] of namedModules(root)) {
    if (!commands.has(name)) commands.set(name, await loadCommand(name, module, root))
  }
  return commands
}

/**
 * Returns the name and the module of each command that the application, or a direct dependency of it, lists in its
 * package.json.
 */
function namedModules(root: string): readonly (readonly [string, string])[] {
  if (findManifest(root) === undefined) return []
  const manifest = readManifest(root)
  const names = Object.keys({ ...needsOf(manifest), ...manifest.devDependencies })
  checkOwnCommands(manifest)
  const brought = names.flatMap((name) => {
    const found = findPackage(name, root)
    return found === undefined ? [] : commandsIn(readManifest(found))
  })
  return [...commandsIn(manifest), ...brought]
}

/** Returns the names of the commands that the application itself adds, without a search of its dependencies. */
export function ownCommandNames(folder: string): readonly string[] {
  const root = packageRoot(folder)
  return findManifest(root) === undefined ? [] : commandsIn(readManifest(root)).map(([name]) => name)
}

/** Throws for commands that are not modules. Those of a dependency are passed over: its `app` may be of another tool. */
function checkOwnCommands({ app }: Manifest): void {
  const commands = app?.commands ?? {}
  if (typeof commands !== 'object' || Array.isArray(commands)) {
    throw CommandError.problem(
      `In package.json, "app.commands" must be a map from names to modules, got ${JSON.stringify(commands)}.`,
    )
  }
  for (const [name, module] of Object.entries(commands)) {
    if (typeof module === 'string') continue
    throw CommandError.problem(
      `In package.json, "app.commands" has for "${name}" ${JSON.stringify(module)}. Write the module of the command, such as ` +
        `"./src/${name}.js".`,
    )
  }
}

function commandsIn({ app }: Manifest): readonly (readonly [string, string])[] {
  const commands = app?.commands
  if (typeof commands !== 'object' || commands === null) return []
  return Object.entries(commands).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
}

function findManifest(root: string): unknown {
  try {
    return readManifest(root)
  } catch {
    return undefined
  }
}

async function loadCommand(name: string, module: string, root: string): Promise<AddedCommand> {
  const from = join(root, 'package.json')
  try {
    const { command } = await import(pathToFileURL(createRequire(from).resolve(module)).href)
    // The command itself is kept as `this` of its `run`.
    if (typeof command?.run === 'function') {
      return Object.create(command, {
        options: { value: command.options ?? [] },
        examples: { value: command.examples ?? [] },
      })
    }
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
