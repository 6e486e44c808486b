import { resolve } from 'node:path'
import { confirm, isCancel, multiselect, select, text } from '@clack/prompts'
import type { CommandLine } from './command-line.ts'
import { CreateError } from './create-error.ts'
import type { Machine } from './output.ts'
import { type ApplicationProject, EXTRAS, type Extra, type Project, type Style, type Template } from './project.ts'
import { nameOf, refuseFolder, refuseName } from './target.ts'

const DEFAULT_FOLDERS: Readonly<Record<Template, string>> = {
  application: 'my-app',
  middleware: 'my-middleware',
  provider: 'my-provider',
  router: 'my-router',
}

/**
 * Determines the project to write. A value is taken from the command line, else from an answer of the user, else from
 * the defaults.
 *
 * Throws `CreateError` for an invalid folder or name, and for contradictory options.
 */
export async function decideProject(given: CommandLine, cwd: string, questions?: Questions): Promise<Project> {
  const { template } = given
  if (template !== 'application') refuseParts(given, template)
  else if (given.container === 'none') refuseNoContainer(given)
  const folder = resolve(cwd, given.folder ?? (await decideFolder(given, cwd, questions)))
  const name = given.name ?? nameOf(folder)
  const refusal = refuseFolder(folder) ?? refuseName(name)
  if (refusal !== undefined) throw CreateError.wrongUse(refusal)
  return template === 'application'
    ? { folder, name, ...(await decideParts(given, questions)) }
    : { folder, name, template }
}

async function decideFolder({ template, name, yes }: CommandLine, cwd: string, questions?: Questions): Promise<string> {
  const fallback = DEFAULT_FOLDERS[template]
  if (yes) return fallback
  if (questions === undefined) {
    throw CreateError.wrongUse(
      `No folder was given, and without a terminal the command cannot ask for it. Write npm create @app ${fallback}, or --yes for all defaults, among them the folder ${fallback}.`,
    )
  }
  return questions.folder(fallback, (answer) => {
    const folder = resolve(cwd, answer)
    return refuseFolder(folder) ?? refuseName(name ?? nameOf(folder))
  })
}

async function decideParts(
  given: CommandLine,
  questions?: Questions,
): Promise<Omit<ApplicationProject, 'folder' | 'name'>> {
  const { pages, api } = given.pages || given.api ? given : await decideAnswers(questions)
  if (!pages && given.logIn) {
    throw CreateError.wrongUse('--log-in needs pages, and this application has none. Add --pages.')
  }
  const logIn = given.logIn ?? (pages ? ((await questions?.logIn()) ?? false) : false)
  const style = given.style ?? (given.with ? 'configured' : ((await questions?.style()) ?? 'code'))
  if (style !== 'code') refuseNoContainer({ ...given, style })
  const container = style === 'code' ? (given.container ?? 'none') : 'container-factory'
  const possible = EXTRAS.filter((extra) => refuseExtra(extra, { style, pages, logIn }) === undefined)
  const extras = given.with ?? (possible.length > 0 ? ((await questions?.extras(possible)) ?? []) : [])
  const refusal = extras.map((extra) => refuseExtra(extra, { style, pages, logIn })).find(Boolean)
  if (refusal !== undefined) throw CreateError.wrongUse(refusal)
  const parts = { style, container, router: given.router ?? 'find-my-way', extras } as const
  return { template: 'application', pages: Boolean(pages), api: Boolean(api), logIn, ...parts }
}

async function decideAnswers(questions?: Questions): Promise<Pick<ApplicationProject, 'pages' | 'api'>> {
  const answers = (await questions?.answers()) ?? 'both'
  return { pages: answers !== 'api', api: answers !== 'pages' }
}

/** Returns why an application cannot have an extra; `undefined` if it can. */
function refuseExtra(
  extra: Extra,
  { style, pages, logIn }: { readonly style: Style; readonly pages?: boolean | undefined; readonly logIn: boolean },
): string | undefined {
  if (style === 'code') {
    return `--with ${extra} needs --style configured or modular. To an application in code, add @app/${extra} as its README shows.`
  }
  if (extra === 'i18n')
    return pages ? undefined : '--with i18n needs pages, and this application has none. Add --pages.'
  return logIn ? undefined : `--with ${extra} needs accounts. Add --log-in.`
}

function refuseNoContainer({ style = 'code', container }: Pick<CommandLine, 'style' | 'container'>): void {
  if (style === 'code' || container !== 'none') return
  throw CreateError.wrongUse(
    `--container none works only with --style code: a ${style} application is a service of its container. Leave out one of the two.`,
  )
}

function refuseParts(given: CommandLine, template: Template): void {
  const parts = (['pages', 'api', 'logIn', 'style', 'container', 'router', 'with'] as const).filter(
    (part) => given[part],
  )
  if (parts.length === 0) return
  const flags = parts.map((part) => (part === 'logIn' ? '--log-in' : `--${part}`)).join(' and ')
  throw CreateError.wrongUse(`${flags} is for applications, and --template ${template} writes a package. Leave it out.`)
}

/** The questions to the user, for values that the command line does not have. */
export interface Questions {
  folder(fallback: string, refuse: (folder: string) => string | undefined): Promise<string>
  answers(): Promise<'both' | 'pages' | 'api'>
  logIn(): Promise<boolean>
  style(): Promise<Style>
  extras(possible: readonly Extra[]): Promise<readonly Extra[]>
}

const HINTS: Readonly<Record<Extra, string>> = {
  jobs: 'mails are sent by jobs, which a stop or a crash does not lose',
  transactions: 'a page that closes an account, in a transaction',
  i18n: 'a home page in the language of the browser',
  'authentication-oidc': 'log-in at an OpenID provider, such as Google or Keycloak, which variables name',
}

/**
 * Makes the functions that ask the questions in a terminal. In a list of answers, the first answer is preselected. A
 * function rejects with `CreateError` if the user cancels the question.
 */
export function createQuestions({ stdin: input, stdout: output }: Pick<Machine, 'stdin' | 'stdout'>): Questions {
  const choose = async <T extends string>(message: string, hints: Readonly<Record<T, string>>): Promise<T> => {
    const options = Object.entries<string>(hints).map(([value, hint]) => ({ value, label: value, hint }))
    return answered(await select<string>({ message, options, input, output })) as T
  }
  return {
    folder: async (fallback, refuse) =>
      answered(
        await text({
          message: 'Which folder? Its name is also the name of the package.',
          placeholder: fallback,
          defaultValue: fallback,
          validate: (value) => refuse(value || fallback),
          input,
          output,
        }),
      ),
    answers: () =>
      choose<'both' | 'pages' | 'api'>('What does the application answer with?', {
        both: 'pages for browsers, and JSON below /api',
        pages: 'pages for browsers',
        api: 'JSON for programs',
      }),
    logIn: async () =>
      answered(
        await confirm({ message: 'Accounts and log-in, in a SQLite file?', initialValue: false, input, output }),
      ),
    style: () =>
      choose<Style>('Where are the parts of the application listed?', {
        code: 'in src/app.ts, in the order of the code',
        configured: 'in config/autoload/*.global.ts',
        modular: 'in a config-provider.ts of each module',
      }),
    extras: async (possible) => {
      const options = possible.map((value) => ({ value, label: value, hint: HINTS[value] }))
      const message = 'What else? Space selects, and Enter goes on.'
      return answered(await multiselect<Extra>({ message, options, required: false, input, output }))
    },
  }
}

function answered<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw CreateError.problem('Nothing was written.')
  return answer as Exclude<T, symbol>
}
