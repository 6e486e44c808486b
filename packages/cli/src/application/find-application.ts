import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { readText } from '@app/config'
import { CommandError } from '../command.ts'
import { packageRoot, readManifest } from './packages.ts'

/** The module that exports the application, and the folder of its `package.json`. */
export interface ApplicationFile {
  readonly file: string
  readonly root: string
}

const NAMES = ['src/app', 'app', 'config/container']
const EXTENSIONS = ['ts', 'mts', 'js', 'mjs']

/**
 * Finds the module of the application. It is the file of `--app`, else the file that the nearest package.json names,
 * `"app": { "application": … }`, else the first of `src/app`, `app` and `config/container` that exists with `.ts`,
 * `.mts`, `.js` or `.mjs`.
 *
 * Throws a `CommandError` if there is no such file.
 */
export function findApplication(app: string | undefined, cwd: string): ApplicationFile {
  if (app !== undefined) {
    const file = resolve(cwd, app)
    if (!isFile(file)) throw CommandError.wrongUse(`--app ${app}: there is no such file. The path starts at ${cwd}.`)
    return { file, root: packageRoot(dirname(file)) }
  }
  const root = packageRoot(cwd)
  return { file: fileOfManifest(root) ?? conventionalFile(root), root }
}

function fileOfManifest(root: string): string | undefined {
  const application = existsSync(join(root, 'package.json')) ? readManifest(root).app?.application : undefined
  if (application === undefined) return undefined
  const file = typeof application === 'string' ? resolve(root, application) : undefined
  if (file !== undefined && isFile(file)) return file
  throw CommandError.problem(
    `package.json says that "app.application" is ${JSON.stringify(application)}, and there is no such file in ${root}. ` +
      'Correct it: "app": { "application": "./src/app.ts" }.',
  )
}

function conventionalFile(root: string): string {
  const candidates = NAMES.flatMap((name) => EXTENSIONS.map((extension) => join(root, `${name}.${extension}`)))
  const found = candidates.find(isFile)
  if (found !== undefined) return found
  throw CommandError.wrongUse(
    `No application was found in ${root}. Looked for "app": { "application": "./src/app.ts" } in package.json, ` +
      `and for ${NAMES.join(', ')} with .${EXTENSIONS.join(', .')}.\n` +
      'Write one that exports the application as its default, or name it: --app FILE.',
  )
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

/**
 * Returns a path as the commands print it: relative to the folder of the application, or absolute if the path is
 * outside of this folder.
 */
export function shortPath(path: string, root: string): string {
  const short = relative(root, path)
  return short === '' || short.startsWith('..') ? path : short.replaceAll('\\', '/')
}

/**
 * Throws `CommandError` if the module of the application is TypeScript, and this version of node does not run
 * TypeScript.
 */
export function refuseTypeScript(
  { file, root }: ApplicationFile,
  canRun: boolean = Boolean((process.features as { readonly typescript?: unknown }).typescript),
): void {
  if (canRun || !/\.m?ts$/.test(file)) return
  throw CommandError.wrongUse(
    `${shortPath(file, root)} is TypeScript, which Node ${process.versions.node} does not run. Use Node 22.18 or later, ` +
      'or compile the application and name the result: --app dist/app.js.',
  )
}

/**
 * Loads `.env` in the folder of the application, if the file exists. A variable that is set already stays as it is.
 *
 * Throws a `CommandError` if the file is not UTF-8. Loads nothing if the variable `APP_LOCAL` is `false`, `0`, `no` or
 * `off`; `@app/config` then leaves out the local files of this machine too.
 */
export function loadEnvironment(root: string): void {
  if (/^(?:false|0|no|off)$/i.test(process.env.APP_LOCAL?.trim() ?? '')) return
  const file = join(root, '.env')
  if (!existsSync(file)) return
  // `process.loadEnvFile` takes a byte order mark for a part of the first name.
  for (const [name, value] of Object.entries(parseEnv(envText(file)))) process.env[name] ??= value
}

function envText(file: string): string {
  try {
    return readText(file)
  } catch (error) {
    throw CommandError.problem((error as Error).message, { cause: error })
  }
}
