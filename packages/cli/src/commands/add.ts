import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printable } from '@app/core/extending'
import { addDependency, detectPackageManager } from 'nypm'
import { addSecrets, secretsIn } from '../add/add-secrets.ts'
import { insertProvider, providerName } from '../add/insert-provider.ts'
import { refuseNamesake } from '../add/our-packages.ts'
import { newLines, type Snapshot, takeSnapshot } from '../add/snapshot.ts'
import { shortPath } from '../application/find-application.ts'
import {
  exportsProvider,
  findPackage,
  nameInManifest,
  nameInRequest,
  packageRoot,
  readManifest,
} from '../application/packages.ts'
import type { CommonOptions, Outcome } from '../command.ts'
import { CommandError } from '../command.ts'
import { configFile } from '../configuration/provider-list.ts'
import type { Terminal } from '../output/terminal.ts'
import { writeTypes } from '../types/types-file.ts'

interface AddOptions extends CommonOptions {
  readonly dryRun?: boolean
}

/** The changes that `app add` has made, or with `--dry-run` would make. */
interface Addition {
  package: string
  /** The command that installs the package; absent if the package is installed already. */
  install?: string
  /** The file with the list of providers, such as `config/config.ts`. */
  file?: string
  /** The names of the secrets that were added to `.env`. */
  secrets: readonly string[]
  /** The lines that were added to `file`, the module with the list of providers. */
  lines: readonly string[]
  /** The path of `config/types.d.ts`, if the command has rewritten this file. */
  types?: string
  /** The changes of the pipeline, of the configuration and of the problems, by all packages of the command. */
  pipeline: readonly string[]
  config: readonly string[]
  /** The problems that `app check` finds now and did not find before. */
  problems: readonly string[]
  /** The steps that the user has to do by hand. */
  advice?: string
}

/**
 * Installs packages, adds their providers to the list in config/config.ts, and shows the changes of pipeline,
 * configuration and problems. A second run changes nothing.
 */
export async function add(
  terminal: Terminal,
  outcome: Outcome,
  requests: readonly string[],
  options: AddOptions,
): Promise<void> {
  const root = packageRoot(process.cwd())
  if (!existsSync(join(root, 'package.json'))) {
    throw CommandError.wrongUse(`${root} has no package.json. Run app add in the folder of an application.`)
  }
  for (const request of requests) refuseNamesake(nameInRequest(request))
  const additions = await terminal.during(`Adding ${requests.join(', ')}`, () => addPackages(requests, root, options))
  const isDone = additions.every(({ advice, problems }) => advice === undefined && problems.length === 0)
  if (!isDone && !options.dryRun) outcome.code = 1
  const [first, ...others] = additions.map((addition) => ({ ...addition, dryRun: options.dryRun === true }))
  if (options.json) return terminal.printJson(others.length === 0 ? first : [first, ...others])
  const said = options.dryRun ? additions : additions.map((addition) => withRemainingLines(addition, root))
  for (const addition of said) report(terminal, addition, options.dryRun === true)
}

/** Adds packages one by one, and compares the application once: the last addition has the changes by all of them. */
async function addPackages(
  requests: readonly string[],
  root: string,
  { app, dryRun }: AddOptions,
): Promise<readonly Addition[]> {
  const before = dryRun ? undefined : await takeSnapshot(app, root).catch(() => undefined)
  const additions: Addition[] = []
  for (const request of requests) additions.push(await addPackage(request, root, dryRun === true))
  const last = additions.findLast(({ lines }) => lines.length > 0)
  if (last === undefined || dryRun) return additions
  const types = await writeTypes(root, app)
  if (types !== undefined) last.types = types
  // There is no earlier snapshot if the application could not be loaded. Then it is not known which part of the
  // pipeline and of the configuration comes from the packages.
  if (before !== undefined) Object.assign(last, compare(before, await takeSnapshot(app, root).catch(cannotLoad(last))))
  return additions
}

async function addPackage(request: string, root: string, dryRun: boolean): Promise<Addition> {
  const asked = nameInRequest(request)
  const isInstalled =
    asked !== undefined && asked in (readManifest(root).dependencies ?? {}) && findPackage(asked, root)
  const addition: Addition = {
    package: asked ?? request,
    secrets: [],
    lines: [],
    pipeline: [],
    config: [],
    problems: [],
  }
  if (!isInstalled || request !== asked) {
    const manifest = readManifest(root)
    addition.install = await install(request, root, dryRun)
    addition.package = asked ?? nameInManifest(request, manifest, readManifest(root)) ?? request
  }
  const folder = findPackage(addition.package, root)
  if (folder !== undefined) {
    const { router, view } = readManifest(folder).app ?? {}
    // The application finds a router or a template engine by the package.json of its package, so neither needs a line
    // in the list of providers.
    if (router !== undefined || view !== undefined) return addition
    addition.secrets = addSecrets(secretsIn(readManifest(folder)), root, dryRun)
    if (!(await exportsProvider(addition.package, root).catch(cannotImport))) {
      return { ...addition, advice: `${addition.package} exports no configProvider: ${BY_HAND}` }
    }
  }
  return insert(addition, root, dryRun)
}

async function install(request: string, cwd: string, dry: boolean): Promise<string> {
  const packageManager = (await detectPackageManager(cwd)) ?? 'npm'
  try {
    const { exec } = await addDependency(request, { cwd, packageManager, dry, silent: true, corepack: false })
    return [exec?.command, ...(exec?.args ?? [])].join(' ')
  } catch (error) {
    throw CommandError.problem(
      `${request} could not be installed, and nothing else was done with it: ${(error as Error).message}`,
    )
  }
}

function insert(addition: Addition, root: string, dryRun: boolean): Addition {
  const file = configFile(root)
  const name = providerName(addition.package, '')
  const advice =
    `import { configProvider as ${name} } from '${addition.package}', and put ${name} into the list of ` +
    'defineConfig([…]), before your own sources.'
  if (file === undefined)
    return { ...addition, advice: `There is no config/config.ts in ${root}. Write one, ${advice}` }
  const insertion = insertProvider(readFileSync(file, 'utf8'), addition.package)
  const named = { ...addition, file: shortPath(file, root) }
  if (insertion.kind === 'present') return named
  if (insertion.kind === 'no list') {
    return { ...named, advice: `${named.file} has no single call of defineConfig([…]) with a list. By hand: ${advice}` }
  }
  if (!dryRun) writeFileSync(file, insertion.code)
  return { ...named, lines: insertion.lines }
}

/** Leaves out lines that a later addition has changed again, such as a list of providers on one line. */
function withRemainingLines(addition: Addition, root: string): Addition {
  const { file, lines } = addition
  if (file === undefined || lines.length === 0) return addition
  const written = readFileSync(join(root, file), 'utf8').split(/\r?\n/)
  return { ...addition, lines: lines.filter((line) => written.includes(line)) }
}

function compare(before: Snapshot, after: Snapshot): Snapshot {
  const pipeline = newLines(before.pipeline, after.pipeline)
  return {
    pipeline,
    config: withoutPipeline(newLines(before.config, after.config), pipeline),
    problems: newLines(before.problems, after.problems),
  }
}

/** Leaves out what the lines about the pipeline say already: entries, and the services of these. */
function withoutPipeline(config: readonly string[], pipeline: readonly string[]): readonly string[] {
  const keys = pipeline.map((line) => line.replace('middleware_pipeline.', '').replace(/(?: at .*)?, priority .*$/, ''))
  return config.filter(
    (line) =>
      !line.startsWith('middleware_pipeline') &&
      !keys.some((key) => line.startsWith(`dependencies.factories.${key} = `)) &&
      !keys.some((key) => line.startsWith('dependencies.eager[') && line.endsWith(` = "${key}"`)),
  )
}

function cannotImport(error: Error): never {
  throw CommandError.problem(`It is installed, but ${error.message}`, { cause: error })
}

function cannotLoad({ package: name, file }: Addition): (error: Error) => never {
  return (error) => {
    throw CommandError.problem(
      `${name} was added to ${file}, and the application cannot be loaded with it:\n${error.message}`,
      { cause: error },
    )
  }
}

function report(terminal: Terminal, addition: Addition, dryRun: boolean): void {
  const { package: name, install: command, file, secrets, lines, types, pipeline, config, problems, advice } = addition
  if (command !== undefined) terminal.print(dryRun ? `Would run: ${command}` : `Installed: ${command}`)
  if (secrets.length > 0) {
    const title = `${dryRun ? 'Would write' : 'Wrote'} into .env, with a random value; a server needs its own:`
    printAdded(terminal, title, secrets)
  }
  if (lines.length > 0) printAdded(terminal, `${dryRun ? 'Would change' : 'Changed'} ${file}:`, lines)
  if (types !== undefined) terminal.print(`Wrote ${types}.`)
  if (pipeline.length > 0) printAdded(terminal, 'New in the pipeline:', pipeline)
  if (config.length > 0) printAdded(terminal, 'New in the configuration:', config)
  if (problems.length > 0) {
    terminal.print('It does not work yet:')
    for (const line of problems.flatMap((problem) => problem.split('\n'))) {
      terminal.print(`  ${terminal.style('red', '-')} ${printable(line)}`)
    }
  }
  if (advice !== undefined) terminal.print(advice)
  else if (command === undefined && lines.length === 0 && secrets.length === 0)
    terminal.print(`${name} is installed and listed already. Nothing changed.`)
}

function printAdded(terminal: Terminal, title: string, lines: readonly string[]): void {
  terminal.print(title)
  for (const line of lines) terminal.print(`  ${terminal.style('green', '+')} ${line.trim()}`)
}

const BY_HAND =
  'there is nothing to put into config/config.ts. The README of the package says how to use it: most often by app.pipe(…).'
