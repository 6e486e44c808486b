import { relative } from 'node:path'
import { CommanderError } from 'commander'
import { installDependencies } from 'nypm'
import { type CommandLine, readCommandLine } from './command-line.ts'
import { composeProject } from './compose-project.ts'
import { CreateError } from './create-error.ts'
import { createQuestions, decideProject } from './decide-project.ts'
import { appVersions, ownManifest } from './manifest.ts'
import type { Machine } from './output.ts'
import { createOutput, type Output } from './output.ts'
import { detectPackageManager, nextCommands } from './package-manager.ts'
import { initRepository, writeFiles } from './write-project.ts'

/**
 * Runs the command `create-app` with its arguments.
 *
 * Returns the exit code: 0 for success, 1 for a failed step, 2 for wrong use.
 *
 * @example
 * process.exitCode = await runCreate(['my-app'])
 */
export function runCreate(args: readonly string[]): Promise<0 | 1 | 2> {
  return runCreateOn(process, args)
}

/** Runs the command on a machine: the process, or a stand-in of a test. */
export async function runCreateOn(machine: Machine, args: readonly string[]): Promise<0 | 1 | 2> {
  const output = createOutput(machine)
  try {
    await create(readCommandLine(args, machine), machine, output)
    return 0
  } catch (error) {
    // The library commander has already printed the message about wrong arguments, or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof CreateError)) throw error
    output.complain(error.message)
    return error.exitCode
  }
}

async function create(given: CommandLine, machine: Machine, output: Output): Promise<void> {
  const cwd = machine.cwd()
  const canAsk = !given.yes && machine.stdin.isTTY && machine.stdout.isTTY
  output.begin('create-app')
  const project = await decideProject(given, cwd, canAsk ? createQuestions(machine) : undefined)
  const { folder } = project
  const short = relative(cwd, folder) || '.'
  const packageManager = given.packageManager ?? detectPackageManager(machine.env.npm_config_user_agent)
  const surroundings = { packageManager, runsTypeScript: Boolean(machine.features.typescript) }
  const files = composeProject(project, surroundings, appVersions(ownManifest(), given.tag))

  await output.during(`Writing ${project.name}`, async () => {
    writeFiles(folder, files)
    return `Wrote ${files.size} files to ${short}`
  })
  if (given.git) {
    await output.during('Making it a repository', async () => {
      const isNew = await orSay(
        initRepository(folder),
        `git init failed. The files are in ${short}; the dependencies are not installed yet.`,
      )
      return isNew ? 'Made the folder a git repository' : 'The folder is part of a git repository already'
    })
  }
  if (given.install) {
    await output.during(`Installing with ${packageManager}`, async () => {
      const work = installDependencies({ cwd: folder, packageManager, silent: true, corepack: false })
      await orSay(
        work,
        `${packageManager} install failed. The files are in ${short}; run ${packageManager} install there.`,
      )
      return `Installed with ${packageManager}`
    })
  }
  output.end([
    'Next:',
    ...nextCommands(project, { cwd, packageManager, isInstalled: given.install }).map((line) => `  ${line}`),
  ])
}

/**
 * Returns the result of a step. If the step fails, throws a `CreateError` with the given message, followed by the
 * message of the failure.
 */
function orSay<T>(work: Promise<T>, message: string): Promise<T> {
  return work.catch((error: Error) => {
    throw CreateError.problem(`${message}\n${error.message}`, { cause: error })
  })
}
