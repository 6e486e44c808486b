import { readFileSync } from 'node:fs'
import { maskText } from '@app/development'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import type { AddedCommand } from './application/added-commands.ts'
import { CommandError, type Outcome } from './command.ts'
import { STYLES } from './make/project-style.ts'
import { createTerminal, type Terminal } from './output/terminal.ts'

/**
 * Makes the command `app` with all its subcommands, including those that packages and the application add. The code of a subcommand is
 * loaded only when the subcommand is called.
 */
export function createProgram(
  terminal: Terminal,
  outcome: Outcome,
  added: ReadonlyMap<string, AddedCommand> = new Map(),
): Command {
  const program = new Command('app')
    .description('Serves, shows and checks an application, and adds to it.')
    .version(packageVersion(), '-v, --version')
    .configureOutput({ getOutHasColors: () => false, getErrHasColors: () => false })
    .configureOutput({ writeErr: (text) => terminal.complain(text.trimEnd()) })
    .exitOverride()
    .showHelpAfterError('(add --help for a list of commands and options)')
    .addHelpText('after', EXAMPLES)

  const command = (usage: string, description: string, ...examples: string[]) =>
    program
      .command(usage)
      .description(description)
      .addOption(new Option('--app <file>', 'the module that exports the application'))
      .addOption(new Option('--json', 'answer as JSON'))
      .addHelpText('after', examples.length === 0 ? '' : `\nExamples:\n${examples.map(shown).join('\n')}`)

  command('serve', 'serve the application, and restart it when a file changes', 'serve', 'serve --port 3000 --no-watch')
    .option('-p, --port <number>', 'the port to listen on (default: the variable PORT, else 8080)', toPort)
    .option('--host <address>', 'the address to listen on; 0.0.0.0 for other machines', '127.0.0.1')
    .option('--no-watch', 'do not restart the server when a file changes')
    .option('--no-public', 'do not serve the files of public/')
    .action(async (options) => (await import('./commands/serve.ts')).serve(terminal, outcome, options))

  command(
    'routes',
    'list the routes',
    'routes',
    'routes --path /teams --method post',
    'routes --guards',
    'routes --compare @app/router-trouter',
    'routes --lock',
    'routes --json',
  )
    .option('--path <part>', 'only routes whose path contains this text')
    .option('--method <method>', 'only routes that have this method')
    .option('--name <part>', 'only routes whose name contains this text')
    .option('--guards', 'show the middleware before each route')
    .option(
      '--compare <package>',
      'show the routes that the router of this package would answer differently; the exit code is 1 if there are any',
    )
    .option('--lock', 'write routes.lock.json, with which app check compares the routes from then on')
    .action(async (options) => {
      if (options.lock) return (await import('./commands/lock-routes.ts')).lockRoutes(terminal, options)
      if (options.compare !== undefined)
        return (await import('./commands/compare-router.ts')).compareRouter(terminal, outcome, options)
      return (await import('./commands/routes.ts')).routes(terminal, options)
    })

  command(
    'url <name> [params...]',
    'print the path of a route by its name',
    'url home',
    'url note.show team=gardeners id=7',
  ).action(async (name, params, options) =>
    (await import('./commands/url.ts')).url(terminal, { name, params }, options),
  )

  command('pipeline', 'show the pipeline in its final order', 'pipeline', 'pipeline --app src/admin.ts').action(
    async (options) => (await import('./commands/pipeline.ts')).pipeline(terminal, options),
  )

  command(
    'explain <method> [target]',
    'show the way of a request through the pipeline, and the handler that answers, without running it; the exit code is 1 for a status from 400 on',
    'explain GET /admin/reports/7',
    'explain POST http://api.example.org/orders',
  ).action(async (method, target, options) =>
    (await import('./commands/explain.ts')).explain(terminal, outcome, { method, target }, options),
  )

  command('services', 'list the services of the container', 'services', 'services --json').action(async (options) =>
    (await import('./commands/services.ts')).services(terminal, options),
  )

  command(
    'config [explain] [key]',
    'show the keys of the configuration, or those below a key, with the kinds of their values; explain KEY lists every source of a value',
    'config',
    'config rate_limit --show-values',
    'config explain middleware_pipeline',
    `config explain 'middleware_pipeline["@app/static"].priority'`,
  )
    .option('--show-values', 'show the values too, with possible secrets masked')
    .option('--show-secrets', 'show the values with passwords and keys; never use it where output is stored')
    .action(async (first, second, options) => {
      return (await import('./commands/config.ts')).config(terminal, [first, second], options)
    })

  command(
    'types',
    'write config/types.d.ts, from which TypeScript knows the services, routes and keys of the configuration',
    'types',
    'types --check',
  )
    .option('--check', 'write nothing; the exit code is 1 if the file would change')
    .action(async (options) => (await import('./commands/types.ts')).types(terminal, outcome, options))

  command(
    'check',
    'look for problems of the application; the exit code is 1 if there are any',
    'check',
    'check --json',
    'check --env production',
  )
    .option('--env <name>', 'check for this environment, without local files and without .env')
    .option('--changeset', 'write a changeset for the changes of the routes since app routes --lock')
    .action(async (options) => (await import('./commands/check.ts')).check(terminal, outcome, options))

  command(
    'about',
    'show the versions in use: node, environment, router, and each package with the versions that it needs',
    'about',
    'about --json',
  ).action(async (options) => (await import('./commands/about.ts')).about(terminal, options))

  command(
    'make <what> <name>',
    'write a middleware, a handler, a provider, or a module with a handler, an endpoint and a provider; each with a test',
    'make middleware audit-trail',
    'make handler home',
    'make module billing',
    'make provider billing --folder src/billing',
  )
    .option('--folder <folder>', 'the folder to write the files to')
    .addOption(
      new Option(
        '--style <style>',
        'how the module is added to the application (default: like its other modules)',
      ).choices(STYLES),
    )
    .action(async (what, name, options) => (await import('./commands/make.ts')).make(terminal, { what, name }, options))

  command(
    'add <packages...>',
    'install packages and put their providers into config/config.ts',
    'add @app/static',
    'add @app/session @app/csrf',
    'add @acme/audit@^2 --dry-run',
  )
    .option('--dry-run', 'print the changes without making them')
    .action(async (names, options) => (await import('./commands/add.ts')).add(terminal, outcome, names, options))

  program
    .command('completion <shell>')
    .description('print the script that makes bash, zsh or fish complete the words after app')
    .addHelpText('after', '\nExamples:\n  $ eval "$(npx app completion bash)"\n  $ npx app completion fish | source')
    .action(async (shell) => (await import('./commands/completion.ts')).completion(terminal, shell))

  program
    .command('__snapshot', { hidden: true })
    .option('--app <file>')
    .action(async (options) => (await import('./commands/snapshot.ts')).snapshot(terminal, options))

  program.command('__complete [words...]', { hidden: true }).action(async (words) => {
    return (await import('./commands/completion.ts')).answerShell(terminal, program, words)
  })

  for (const [name, brought] of added) {
    if (OWN.test(name)) throw takenCommand(name)
    const { description, usage, options, examples } = brought
    const further = command(usage === undefined ? name : `${name} ${usage}`, description, ...examples)
    for (const { flags, description } of options) further.option(flags, description)
    further.action(async (...given) => {
      // The library commander calls an action with the arguments of the user, then the options, then the command
      // object.
      const words = given.slice(0, -2).filter((word) => word !== undefined)
      const { runAdded } = await import('./commands/added.ts')
      outcome.code = await runAdded(terminal, name, brought, words, given.at(-2))
    })
  }

  return program
}

function shown(example: string): string {
  return `  $ app ${example}`
}

/**
 * Matches the names of the commands that this package defines, and the flags for its version. If the user writes one of
 * these, the packages of the application are not searched for commands, since the search takes time.
 */
const OWN =
  /^(?:serve|routes|url|pipeline|explain|services|config|types|check|about|make|add|completion|__snapshot|-v|--version)$/

function toPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('A port must be an integer from 0 to 65535.')
  return port
}

const EXAMPLES = `
Examples:
  $ app serve
  $ app routes
  $ app explain GET /
  $ app config explain middleware_pipeline
  $ app check
  $ app make middleware audit-trail
  $ app add @app/static

The application is the default export of --app FILE, else of what package.json
says, "app": { "application": "./src/app.ts" }, else of the first of src/app,
app and config/container with .ts, .mts, .js or .mjs.

Exit codes: 0 success, 1 a problem was found, 2 wrong use.`

function takenCommand(name: string): CommandError {
  return CommandError.problem(
    `A package.json adds the command "${name}" to app, which has this command itself. Give the new one another name.`,
  )
}

function packageVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}

/**
 * Runs the command `app` with its arguments, in the working directory of the process.
 *
 * Returns the exit code: 0 for success, 1 for problems, 2 for wrong use; `undefined` while a server runs.
 *
 * @example
 * const code = await runCli(['check', '--json'])
 * if (code !== undefined) process.exitCode = code
 */
export async function runCli(args: readonly string[]): Promise<number | undefined> {
  const terminal = createTerminal(process)
  const outcome: { code: number | undefined } = { code: 0 }
  try {
    const [name = ''] = args
    const isOwn = OWN.test(name)
    const { addedCommands, ownCommandNames } = await import('./application/added-commands.ts')
    if (isOwn && ownCommandNames(process.cwd()).includes(name)) throw takenCommand(name)
    const commands = isOwn ? undefined : await addedCommands(process.cwd())
    await createProgram(terminal, outcome, commands).parseAsync(args, { from: 'user' })
    return outcome.code
  } catch (error) {
    // The library commander has already printed the message about wrong arguments, or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!(error instanceof CommandError)) throw error
    terminal.complain(maskText(error.message))
    return error.exitCode
  }
}
