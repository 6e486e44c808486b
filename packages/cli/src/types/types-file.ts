import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Returns the path of `config/types.d.ts`, the file that `app types` writes. */
export function typesFile(root: string): string {
  return join(root, 'config/types.d.ts')
}

/** True if a file is missing, or differs from a string in more than its formatting. */
export function isStale(file: string, text: string): boolean {
  return !existsSync(file) || bare(readFileSync(file, 'utf8')) !== bare(text)
}

function bare(text: string): string {
  return text.replace(/[\s;,'"]/g, '')
}

/** The parsed output of `app types --json`. */
export interface TypesAnswer {
  /** The path of the file, relative to the root of the application. */
  readonly file: string
  /** True if the file did not match the configuration before `app types` ran. */
  readonly wasStale: boolean
  /** A sentence for each key of the configuration that is not declared, since it is a misspelt section. */
  readonly misspelt: readonly string[]
}

/** The settings for a run of `app types` in a process of its own. */
export interface TypesRun {
  readonly main: string
  readonly app: string | undefined
  readonly env: NodeJS.ProcessEnv
  readonly signal?: AbortSignal
}

/**
 * Runs `app types` in a process of its own, since `app types` loads the application without `APP_ENV`, and this process
 * may have loaded it with `APP_ENV` set. Returns `undefined` if the application cannot be loaded.
 */
export async function runTypes(run: TypesRun, ...flags: readonly '--check'[]): Promise<TypesAnswer | undefined> {
  const { main, app, ...options } = run
  const args = [...process.execArgv, main, 'types', '--json', ...flags, ...(app === undefined ? [] : ['--app', app])]
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, options)
    return JSON.parse(stdout) as TypesAnswer
  } catch (error) {
    const { stdout = '' } = error as { readonly stdout?: string }
    return stdout === '' ? undefined : (JSON.parse(stdout) as TypesAnswer)
  }
}

/**
 * Rewrites `config/types.d.ts`, if the application has this file. Returns the path of the file if its content has
 * changed.
 */
export async function writeTypes(root: string, app: string | undefined): Promise<string | undefined> {
  if (!existsSync(typesFile(root))) return undefined
  const written = await runTypes({ main: process.argv[1] ?? '', app, env: process.env })
  return written?.wasStale ? written.file : undefined
}
