import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Ended, type Program, runCommand, startCommand, startProgram } from '../../../test/programs/run-program.ts'
import type { CommandLine } from './command-host.test.helper.ts'

const PACKAGES = join(import.meta.dirname, '../..')
const MAIN = join(import.meta.dirname, 'main.ts')
const HOST = join(import.meta.dirname, 'command-host.test.helper.ts')
const LINKED = [
  'authentication',
  'authorization',
  'config',
  'container-factory',
  'core',
  'inspector',
  'endpoint',
  'health',
  'jobs',
  'rate-limit',
  'router',
  'router-find-my-way',
  'router-trouter',
  'session',
  'static',
  'view',
]

/** Removes `NODE_ENV`, which the test runner has set, from the environment: the shell of a user does not have it. */
const SHELL = { NODE_ENV: undefined }

/** The folder `examples` of this repository. */
export const EXAMPLES: string = join(PACKAGES, '../examples')

/**
 * Makes a folder on the disk with the files of an application for one test. The application can import the packages of
 * this repository.
 */
export function project(files: Readonly<Record<string, string | object>>): string {
  const around = realpathSync(mkdtempSync(join(tmpdir(), 'cli-')))
  onTestFinished(() => rmSync(around, { recursive: true, force: true }))
  // The packages are linked in a folder above the application: a package manager that runs in the application would
  // remove them from its own `node_modules`.
  mkdirSync(join(around, 'node_modules/@app'), { recursive: true })
  for (const name of LINKED) symlinkSync(join(PACKAGES, name), join(around, 'node_modules/@app', name))
  const root = join(around, 'app')
  write(root, { 'package.json': { type: 'module' }, ...files })
  return root
}

/** Writes files, by their paths: a string as it is, and an object as JSON. */
export function write(root: string, files: Readonly<Record<string, string | object>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  }
}

/** Runs `app` in a folder to its end, in a process of its own. */
export function runProcess(root: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return runCommand(process.execPath, [MAIN, ...args], { cwd: root, env: { ...SHELL, ...env } })
}

/**
 * The program that runs the command lines of a test file (command-host.test.helper.ts), and for each folder from which
 * it has imported modules what these depended on: the files and the environment.
 */
const host = { program: undefined as Program | undefined, imported: new Map<string, string>() }

/**
 * Runs `app` in a folder to its end, in the shared program, which has the modules of `app` loaded already. That program
 * imports each file only once: a command line after a change of the folder or of the environment gets a process of its
 * own.
 */
export async function run(root: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  // These only read and write files, and load the application in processes of their own.
  if (args[0] === 'make' || args[0] === 'add') return runInHost({ cwd: root, args, env })
  // `types` imports the files with other variables than a program would see.
  const now = JSON.stringify([filesIn(root), env, args.includes('--env'), args[0] === 'types'])
  const imported = host.imported.get(root) ?? now
  if (imported !== now) return runProcess(root, args, env)
  host.imported.set(root, imported)
  return runInHost({ cwd: root, args, env })
}

/** The files of a project that it may import, each with its size and the time of its last change. */
function filesIn(root: string): readonly string[] {
  if (!existsSync(root)) return []
  return globSync('**/*', { cwd: root, exclude: ['node_modules', 'dist', '**/*.d.ts', 'routes.lock.json'] }).map(
    (file) => {
      const { size, mtimeMs } = statSync(join(root, file))
      return `${file} ${size} ${mtimeMs}`
    },
  )
}

/**
 * Runs `app` to its end as in a terminal with `columns` columns. The files of the folder must not change, since the
 * shared program imports them only once.
 */
export function runInTerminal(
  columns: number,
  root: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  return runInHost({ cwd: root, args, env, columns })
}

async function runInHost(line: CommandLine): Promise<Ended> {
  const program = host.program ?? startHost()
  const [, port] = await program.waitFor(/READY (\d+)/)
  const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: JSON.stringify(line) })
  return (await answer.json()) as Ended
}

/**
 * Starts the shared program. It ends with the test file, while this module may stay loaded for the next test file: then
 * the next command line starts a new program.
 */
function startHost(): Program {
  const program = startProgram(HOST, { cwd: import.meta.dirname, env: SHELL, isShared: true })
  const forget = () => {
    host.program = undefined
  }
  program.ended.then(forget, forget)
  host.program = program
  return program
}

/** Runs `app` with `--json`, and returns the parsed output. */
export async function runJson<T>(root: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<T> {
  const { stdout, stderr } = await run(root, [...args, '--json'], env)
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as T
}

/** A command that keeps running, such as a server. */
export interface Started {
  /** The output that the command has written so far. */
  readonly output: () => string
  /** Waits until the output matches the pattern, and returns the first group of the match. */
  waitFor(pattern: RegExp): Promise<string>
  /** Sends the process the signal to end, and returns its exit code. */
  stop(): Promise<number | null>
}

/** Starts `app` in a folder. The process is ended at the end of the test at the latest. */
export function start(root: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Started {
  const program = startCommand(process.execPath, [MAIN, ...args], { cwd: root, env })
  return {
    output: program.output,
    waitFor: async (pattern) => {
      const [found, group = found] = await program.waitFor(pattern)
      return group
    },
    stop: () => {
      program.stop()
      return program.ended
    },
  }
}

/** Returns the text of an app.ts: an application `app` with a router, to which `body` adds routes and middleware. */
export function appInCode(body: string, Router: 'FindMyWayRouter' | 'TrouterRouter' = 'FindMyWayRouter'): string {
  const router = Router === 'FindMyWayRouter' ? 'find-my-way' : 'trouter'
  return `
import { Application, json, text } from '@app/core'
import { ${Router} } from '@app/router-${router}'
const app = new Application({ router: new ${Router}() })
${body}
export default app
`
}

/**
 * Returns the files of an application that is built from configuration; `config` is the text of its configuration file.
 */
export function appFromConfig(config: string): Readonly<Record<string, string | object>> {
  return {
    'package.json': { type: 'module', dependencies: { '@app/router-find-my-way': '^1.0.0' } },
    'config/config.ts': `import { autoload, defineConfig } from '@app/config'
import { configProvider as core } from '@app/core'

export default defineConfig([core, autoload('config/autoload')])
`,
    'config/autoload/app.global.ts': config,
    'config/container.ts': `import { loadConfig } from '@app/config'
import { createContainer } from '@app/container-factory'

export default createContainer(await loadConfig())
`,
  }
}
