import { Command, InvalidArgumentError, Option } from 'commander'
import { CreateError } from './create-error.ts'
import { ownManifest } from './manifest.ts'
import type { Machine } from './output.ts'
import { complain } from './output.ts'
import { PACKAGE_MANAGERS, type PackageManager } from './package-manager.ts'
import {
  CONTAINERS,
  type Container,
  EXTRAS,
  type Extra,
  ROUTERS,
  type Router,
  STYLES,
  type Style,
  TEMPLATES,
  type Template,
} from './project.ts'

/**
 * The values that the command line has. In a terminal, the command asks for some of the missing values; the others get
 * defaults.
 */
export interface CommandLine {
  readonly folder?: string
  readonly name?: string
  readonly template: Template
  readonly pages?: boolean
  readonly api?: boolean
  readonly logIn?: boolean
  readonly style?: Style
  readonly container?: Container
  readonly router?: Router
  readonly with?: readonly Extra[]
  readonly yes?: boolean
  readonly install: boolean
  readonly git?: boolean
  readonly packageManager?: PackageManager
  readonly tag?: string
}

/**
 * Parses the command line. For a mistake, `--help` or `--version`, prints the message, the help or the version, and
 * throws `CommanderError`. Throws `CreateError` for a wrong value of the variable `CREATE_APP_TAG`.
 */
export function readCommandLine(args: readonly string[], { stdout, stderr, env }: Machine): CommandLine {
  const command = new Command('create-app')
    .description('Writes an application, or a package for other teams.')
    .usage('[folder] [options]')
    .argument('[folder]', 'the folder to write to, whose name is also the name of the package')
    .option('--name <name>', 'the name of the package (default: the name of the folder)')
    .addOption(oneOf('--template <template>', 'what to write', TEMPLATES).default('application'))
    .option('--pages', 'pages for browsers (default: --pages and --api)')
    .option('--api', 'JSON for programs (default: --pages and --api)')
    .option('--log-in', 'accounts and log-in, in a SQLite file')
    .option('--no-log-in', 'no accounts (default)')
    .addOption(oneOf('--style <style>', 'where the parts of an application are listed', STYLES))
    .addOption(
      oneOf('--container <container>', 'the container of the services; none only with --style code', CONTAINERS),
    )
    .addOption(oneOf('--router <router>', 'the router of the application', ROUTERS))
    .addOption(
      new Option(
        '--with <packages>',
        `more, with a piece of each: ${EXTRAS.join(', ')}; several with commas`,
      ).argParser(extras),
    )
    .option('-y, --yes', 'ask nothing, and use the defaults')
    .option('--no-install', 'install nothing')
    .option('--git', 'make the folder a git repository')
    .option('--no-git', 'make no git repository (default)')
    .addOption(
      oneOf(
        '--package-manager <name>',
        'the package manager (default: the one that runs this command)',
        PACKAGE_MANAGERS,
      ),
    )
    .addOption(
      new Option('--tag <tag>', 'the version of the packages of @app: a tag of the registry, or a range').argParser(
        tagOrRange,
      ),
    )
    // `--force` is accepted, so that the error for a folder with files can say that even `--force` overwrites nothing.
    .addOption(new Option('--force').hideHelp())
    .version(ownManifest().version, '-v, --version')
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => complain(stderr, text.trimEnd()),
    })
    .configureOutput({ getOutHasColors: () => false, getErrHasColors: () => false })
    .showHelpAfterError('(add --help for a list of options; npm needs -- before options)')
    .addHelpText('after', EXAMPLES)
    .exitOverride()
  command.parse(args, { from: 'user' })
  const [folder] = command.args
  const tag = env.CREATE_APP_TAG ? { tag: tagOfEnvironment(env.CREATE_APP_TAG) } : {}
  return { ...tag, ...command.opts<Omit<CommandLine, 'folder'>>(), ...(folder !== undefined && { folder }) }
}

function tagOfEnvironment(text: string): string {
  if (TAG.test(text)) return text
  throw CreateError.wrongUse(`CREATE_APP_TAG is ${text}. ${TAGS}`)
}

/**
 * Returns a tag or a range of versions. Throws for other values that npm takes for a version, such as `file:../x` or
 * the URL of a repository.
 */
function tagOrRange(text: string): string {
  if (text === '' || TAG.test(text)) return text
  throw new InvalidArgumentError(TAGS)
}

/** Returns the extras in a list such as `jobs,i18n`, in which a name may also be that of a package. */
function extras(text: string): readonly Extra[] {
  const names = text.split(',').map((name) => name.trim().replace(/^@app\//, ''))
  const wrong = names.find((name) => !EXTRAS.some((extra) => extra === name))
  if (wrong === undefined) return EXTRAS.filter((extra) => names.includes(extra))
  throw new InvalidArgumentError(`It is one or more of ${EXTRAS.join(', ')}, with commas between.`)
}

const TAG = /^(?:[a-z][\w.-]*|[~^<>=v\s]*\d[\w.+*-]*(?:\s*(?:\|\||-|\s)\s*[~^<>=v]*\d[\w.+*-]*)*|\*)$/i
const TAGS = 'Write a tag of the registry or a range: next, 1.2.0 or ^1.2.0.'

/**
 * Makes an option that takes one of several values. The user may also write a value as the name of a package, such as
 * `@app/router-rou3` for `rou3`.
 */
function oneOf(flags: string, description: string, values: readonly string[]): Option {
  return new Option(flags, `${description}: ${values.join(', ')}`).argParser((given) => {
    const value = given.replace(/^@app\/(router-)?/, '')
    if (values.includes(value)) return value
    throw new InvalidArgumentError(`It is one of ${values.join(', ')}.`)
  })
}

const EXAMPLES = `
Examples:
  $ npm create @app
  $ npm create @app my-app -- --yes
  $ npm create @app my-app -- --pages --log-in
  $ npm create @app my-app -- --api --style configured --router trouter
  $ npm create @app my-app -- --style configured --log-in --with jobs,transactions
  $ npm create @app audit -- --template provider --name @acme/audit

Without a terminal nothing is asked: a value that no flag sets is its default, and a folder or --yes has to be given.
CREATE_APP_TAG in the environment stands for --tag.
Exit codes: 0 success, 1 a step has failed, 2 wrong use.`
