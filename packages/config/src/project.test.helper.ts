import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runCommand } from '../../../test/programs/run-program.ts'

const PACKAGE = dirname(import.meta.dirname)

/**
 * Makes a folder on the disk for one test, and writes files into it: a string as it is, an object as JSON. Modules in
 * the folder can import `@app/config`.
 */
export function project(files: Readonly<Record<string, string | object>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'config-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'node_modules/@app'), { recursive: true })
  symlinkSync(PACKAGE, join(root, 'node_modules/@app/config'))
  for (const [name, content] of Object.entries({ 'package.json': { type: 'module' }, ...files })) {
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  }
  return root
}

/** Runs node with the arguments `argv`, such as a file of the project, and returns the JSON that the program prints. */
export async function run(
  root: string,
  argv: readonly string[],
  cwd: string = root,
  env: NodeJS.ProcessEnv = {},
): Promise<unknown> {
  const { stdout, stderr } = await runCommand(process.execPath, argv, { cwd, env })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

/** The code of a program that loads its configuration, and prints the configuration or the error as JSON. */
export const PRINT_CONFIG = `
import { loadConfig } from '@app/config'
const print = (value) => process.stdout.write(JSON.stringify(value))
await loadConfig().then(print, ({ name, message, line, cause }) => print({ name, message, line, cause: cause?.name }))
`

/** Returns the error of a rejected promise; throws if the promise is fulfilled. */
export async function errorOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('There was no error.')
}
