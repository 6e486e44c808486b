import { resolve } from 'node:path'
import type { CommandLine } from './command-line.ts'
import { CreateError } from './create-error.ts'
import type { ApplicationProject, Project, Template } from './project.ts'
import type { Questions } from './questions.ts'
import { nameOf, refuseFolder, refuseName } from './target.ts'

const DEFAULT_FOLDERS: Readonly<Record<Template, string>> = {
  application: 'my-app',
  middleware: 'my-middleware',
  provider: 'my-provider',
  router: 'my-router',
}

/**
 * Decides what to write: by the command line, else by answers to questions, else by defaults.
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
      `Which folder? There is no terminal to ask at: npm create @app ${fallback}, or --yes for all defaults, ${fallback} among them.`,
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
): Promise<Pick<ApplicationProject, 'template' | 'style' | 'container' | 'router'>> {
  const style = given.style ?? (await questions?.style()) ?? 'code'
  if (style !== 'code') refuseNoContainer({ ...given, style })
  const container =
    style === 'code' ? (given.container ?? (await questions?.container()) ?? 'none') : 'container-factory'
  const router = given.router ?? (await questions?.router()) ?? 'find-my-way'
  return { template: 'application', style, container, router }
}

function refuseNoContainer({ style = 'code', container }: Pick<CommandLine, 'style' | 'container'>): void {
  if (style === 'code' || container !== 'none') return
  throw CreateError.wrongUse(
    `--container none goes with --style code: a ${style} application is a service of its container. Leave one of them out.`,
  )
}

function refuseParts(given: CommandLine, template: Template): void {
  const parts = (['style', 'container', 'router'] as const).filter((part) => given[part] !== undefined)
  if (parts.length === 0) return
  const flags = parts.map((part) => `--${part}`).join(' and ')
  throw CreateError.wrongUse(`${flags} is for applications, and --template ${template} writes a package. Leave it out.`)
}
