import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PackageCommand } from '@app/core/extending'
import { CommandError } from '../command.ts'
import { findPackage, needsOf, packageRoot, readManifest } from './packages.ts'

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
