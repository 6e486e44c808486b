import { Server } from 'node:net'
import { pathToFileURL } from 'node:url'
import type { Application, Container } from '@app/core'
import { describeValue, explainError } from '@app/core/extending'
import { CommandError } from '../command.ts'
import {
  type ApplicationFile,
  findApplication,
  loadEnvironment,
  refuseTypeScript,
  shortPath,
} from './find-application.ts'

/** The name of the service that is the application. */
const SERVICE = '@app/core/Application'

/** An imported application, and the file that exports it. */
export interface LoadedApplication extends ApplicationFile {
  readonly application: Application
  /** The container of the application; `undefined` for an application that is built in code without a container. */
  readonly container: Container | undefined
}

/**
 * Finds the module of the application, and imports it.
 *
 * The default export of the module is an application, a container that has the application as a service, or a function
 * that returns one of these or a promise of it.
 */
export async function loadApplication(app: string | undefined): Promise<LoadedApplication> {
  const found = findApplication(app, process.cwd())
  refuseTypeScript(found)
  loadEnvironment(found.root)
  // `loadConfig()` and the search for the router start at the entry file of the process. So the application's module is
  // set as the entry file, in place of the module of this command.
  process.argv[1] = found.file
  const application = await importQuietly(found.file, (exports) => applicationOf(exports.default, found)).catch(
    (error: unknown) => {
      throw error instanceof CommandError ? error : loadError(found, error)
    },
  )
  return { ...found, application, container: containerOf(application) }
}

async function applicationOf(exported: unknown, found: ApplicationFile): Promise<Application> {
  const given: unknown = await (typeof exported === 'function' ? exported() : exported)
  if (isApplication(given)) return given
  if (isContainer(given)) {
    const service: unknown = given.has(SERVICE) ? await given.get(SERVICE) : undefined
    if (isApplication(service)) return service
  }
  throw CommandError.problem(
    `${shortPath(found.file, found.root)} exports no application as its default, but ${describe(exported, given)}. Write ` +
      `\`export default app\`, or export a container that has "${SERVICE}", or a function that gives one of them.`,
  )
}

function isApplication(value: unknown): value is Application {
  return hasMethods(value, ['describe', 'check', 'run'])
}

function isContainer(value: unknown): value is Container {
  return hasMethods(value, ['has', 'get'])
}

/**
 * True if a value has all of the named methods. Applications and containers are recognized by their methods and not by
 * `instanceof`, since they may be instances of classes in another copy of the core than the copy of this package.
 */
function hasMethods(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false
  return names.every((name) => typeof Reflect.get(value, name) === 'function')
}

function containerOf(application: Application): Container | undefined {
  try {
    return application.getContainer()
  } catch {
    return undefined
  }
}

function describe(exported: unknown, given: unknown): string {
  const what = isContainer(given) ? 'a container without one' : describeValue(given)
  return exported === given ? what : `a function that gives ${what}`
}

/**
 * Makes the error for an application whose import has thrown. Its message has the messages of the thrown error and of
 * its causes, and, where these do not say where the mistake is, the places in the code of the application.
 */
function loadError({ file, root }: ApplicationFile, thrown: unknown): CommandError {
  return CommandError.problem(`${shortPath(file, root)} cannot be loaded: ${explainError(thrown, root)}`, {
    cause: thrown,
  })
}

/**
 * Makes the error for an application that does not start. Its message has the messages of the thrown error and of its
 * causes, and, where these do not say where the mistake is, the places in the code of the application.
 */
export function startError({ root }: ApplicationFile, thrown: unknown): CommandError {
  return CommandError.problem(`The application cannot start: ${explainError(thrown, root)}`, { cause: thrown })
}

/**
 * Imports a module of the application. Output of the module goes to stderr, so that stdout has only the output of the
 * command. If the module starts a server, the server does not listen, and the import rejects with a `CommandError`.
 *
 * `use` gets the exports of the module. It runs under the same conditions, since exported functions may print or start
 * servers too.
 */
export async function importQuietly<T>(
  file: string,
  use: (exports: Readonly<Record<string, unknown>>) => T | Promise<T>,
): Promise<T> {
  const { listen } = Server.prototype
  const { write } = process.stdout
  const listening = new Promise<never>((_resolve, reject) => {
    Server.prototype.listen = function refuseToListen() {
      reject(startsServer(file))
      return this
    }
  })
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof write
  const imported = import(pathToFileURL(file).href).then(use)
  try {
    return await Promise.race([imported, listening])
  } finally {
    Server.prototype.listen = listen
    process.stdout.write = write
  }
}

function startsServer(file: string): CommandError {
  return CommandError.problem(
    `${file} starts a server when it is imported. Export the application there (app.ts), ` +
      'and run it in a module of its own (main.ts): import { run } from "@app/core"; await run(import("./app.ts")).',
  )
}
