import type { Application } from './application.ts'

/**
 * A command that a package adds to `app`. The package names a module in its `package.json`, `"app": { "commands": {
 * "audit": "@acme/audit/command" } }`, and this module exports the command as `command`.
 *
 * `O` has the options, by their long names in camel case: `outFile` for `--out-file`.
 */
export interface PackageCommand<O extends object = Readonly<Record<string, unknown>>> {
  readonly description: string
  /** The arguments after the name of the command: `<needed>`, `[optional]` or `[several...]`. Default: none. */
  readonly usage?: string | undefined
  /** The options: `{ flags: '--out <file>', description: 'write it there' }`. */
  readonly options: readonly { readonly flags: string; readonly description: string }[]
  /** Example commands, without the word `app`. */
  readonly examples: readonly string[]
  /** Runs the command. Resolves with the exit code: 0 for success, 1 if a problem was found, 2 for wrong use. */
  run(context: PackageCommandContext<O>): Promise<number>
}

/** The argument that the command of a package gets when it is run. */
export interface PackageCommandContext<O extends object = Readonly<Record<string, unknown>>> {
  readonly application: Application
  /** The folder of the application's `package.json`. */
  readonly root: string
  /** The arguments that the user has written after the name of the command. */
  readonly args: readonly string[]
  /** The values of the options. `json` is true if the user has written `--json`. */
  readonly options: O & { readonly json?: boolean | undefined }
  /** Writes a line of output to stdout. */
  print(line: string): void
  /** Writes lines of an error or a hint to stderr. */
  printError(lines: string): void
}

/**
 * A command that an application adds to `app` for itself. The application names a module in its `package.json`, `"app": {
 * "commands": { "import-users": "./src/import-users.ts" } }`, and this module exports the command as `command`.
 *
 * @example
 * export const command = {
 *   description: 'import the users of a CSV file',
 *   usage: '<file>',
 *   inject: ['acme/users'],
 *   async run({ args: [file = ''], print }, users: Users) {
 *     print(`${await users.import(file)} users`)
 *     return 0
 *   },
 * } satisfies ApplicationCommand
 */
export interface ApplicationCommand<O extends object = Readonly<Record<string, unknown>>>
  extends Pick<PackageCommand<O>, 'description' | 'usage'>,
    Partial<Pick<PackageCommand<O>, 'options' | 'examples'>> {
  /** The services that `run` gets after the context. Promises are awaited. */
  readonly inject?: readonly string[] | undefined
  /** True to start the services in `dependencies.eager` before the command runs. Default: they are not started. */
  readonly eager?: boolean | undefined
  /**
   * Runs the command. Resolves with the exit code: 0 for success, 1 if a problem was found, 2 for wrong use. Afterwards
   * the services that were made are disposed of.
   */
  run(context: PackageCommandContext<O>, ...services: never[]): Promise<number>
}
