import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CHECK_LIMIT } from '../limits.ts'
import { type Program, runCommand, startCommand } from '../run-program.ts'

const ROOT = join(import.meta.dirname, '../../..')
const MAIN = join(ROOT, 'packages/create/src/main.ts')

/** Makes an empty folder, which git ignores, inside of the workspace, so that files in it find the tools there. */
export function newFolder(): string {
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  return mkdtempSync(join(ROOT, 'dist/written-'))
}

/** Runs a file with node, and returns its output; if the file fails, rejects with the output. */
export async function runNode(cwd: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(process.execPath, args, { cwd, env: withoutVitest() }, CHECK_LIMIT)
  if (code === 0) return stdout + stderr
  throw new Error(`node ${args.join(' ')} ended with ${code} in ${cwd}:\n${stdout}\n${stderr}`)
}

/**
 * Starts a script of `package.json`, for example a server that runs until it is stopped. The script and its child
 * processes end with the test.
 */
export function startScript(cwd: string, script: string, env: Readonly<Record<string, string>>): Program {
  return startCommand(process.execPath, ['--run', script], { cwd, env: { ...withoutVitest(), ...env } })
}

/**
 * Returns `undefined` for each variable that vitest sets for its workers, such as `NODE_ENV`, so that the programs that
 * a worker starts do not get these variables.
 */
function withoutVitest(): Readonly<Record<string, undefined>> {
  const ofVitest = Object.keys(process.env).filter((name) => /^(VITEST|NODE_ENV|TEST$)/.test(name))
  return Object.fromEntries(ofVitest.map((name) => [name, undefined]))
}

/** Runs `create-app` in a folder, and links the dependencies of the written manifest instead of installing them. */
export async function write(cwd: string, name: string, flags: readonly string[]): Promise<void> {
  await runNode(cwd, [MAIN, name, '--yes', '--no-install', ...flags])
  const folder = join(cwd, name)
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  for (const dependency of Object.keys({ ...dependencies, ...devDependencies })) {
    const link = join(folder, 'node_modules', dependency)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(sourceOf(dependency), link)
  }
  // The others, such as tsc, are those of the workspace, which is around the folder.
  mkdirSync(join(folder, 'node_modules/.bin'))
  for (const command of OF_TESTS)
    symlinkSync(join(ROOT, 'test/node_modules/.bin', command), join(folder, 'node_modules/.bin', command))
}

/** The commands of a written project that only the folder of the tests has. */
const OF_TESTS = ['app', 'attw', 'publint']

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

function sourceOf(dependency: string): string {
  if (dependency.startsWith('@app/')) return join(ROOT, 'packages', dependency.slice('@app/'.length))
  const isOfTests = /publint|arethetypeswrong|nodemailer|swagger-ui-dist|zod/.test(dependency)
  return join(ROOT, isOfTests ? 'test/node_modules' : 'node_modules', dependency)
}
