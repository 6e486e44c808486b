import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const MAIN = join(ROOT, 'packages/create/src/main.ts')

/** An empty folder inside of the workspace, so that what is written there finds its tools; git does not look into it. */
export function newFolder(): string {
  mkdirSync(join(ROOT, 'dist'), { recursive: true })
  return mkdtempSync(join(ROOT, 'dist/written-'))
}

/** Runs a file with node, and gives what it printed; rejects with that when it fails. */
export async function runNode(cwd: string, args: readonly string[]): Promise<string> {
  // What vitest tells its workers is not meant for what they start.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$)/.test(name)))
  const run = promisify(execFile)(process.execPath, args, { cwd, env, timeout: 100_000 })
  const { stdout, stderr } = await run.catch((error: { stdout: string; stderr: string; code: number }) => {
    throw new Error(`node ${args.join(' ')} ended with ${error.code} in ${cwd}:\n${error.stdout}\n${error.stderr}`)
  })
  return stdout + stderr
}

/** Runs `create-app` in a folder, and links what the written manifest asks for instead of installing it. */
export async function write(cwd: string, name: string, flags: readonly string[]): Promise<void> {
  await runNode(cwd, [MAIN, name, '--yes', '--no-install', ...flags])
  const folder = join(cwd, name)
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  for (const dependency of Object.keys({ ...dependencies, ...devDependencies })) {
    const link = join(folder, 'node_modules', dependency)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(sourceOf(dependency), link)
  }
  symlinkSync(join(ROOT, 'test/node_modules/.bin'), join(folder, 'node_modules/.bin'))
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

function sourceOf(dependency: string): string {
  if (dependency.startsWith('@app/')) return join(ROOT, 'packages', dependency.slice('@app/'.length))
  const isOfTests = /publint|arethetypeswrong/.test(dependency)
  return join(ROOT, isOfTests ? 'test/node_modules' : 'node_modules', dependency)
}
