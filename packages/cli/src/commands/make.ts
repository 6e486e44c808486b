import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { shortPath } from '../application/find-application.ts'
import { CommandError, type CommonOptions } from '../command.ts'
import { makeModule } from '../make/module.ts'
import { moduleNames } from '../make/module-names.ts'
import { type ProjectStyle, projectStyle, type Style } from '../make/project-style.ts'
import { type Names, namesOf, TEMPLATES } from '../make/templates.ts'
import type { Terminal } from '../output/terminal.ts'
import { writeTypes } from '../types/types-file.ts'

interface MakeOptions extends CommonOptions {
  readonly folder?: string
  readonly style?: Style
}

interface MakeArguments {
  readonly what: string
  readonly name: string
}

interface NewFile {
  readonly path: string
  readonly text: string
}

/** The kinds of code that `app make` writes: `middleware`, `handler`, `provider` and `module`. */
export const KINDS: readonly string[] = [...TEMPLATES.keys(), 'module']

/**
 * Writes middleware, a handler or a provider with its test, or all files of a module, in the style of the application.
 * An existing file is never overwritten.
 */
export async function make(terminal: Terminal, { what, name }: MakeArguments, options: MakeOptions): Promise<void> {
  const project = projectStyle(options.app, process.cwd())
  if (what === 'module') return makeOne(terminal, name, project, options)
  const kind = TEMPLATES.get(what)
  if (!kind) throw CommandError.wrongUse(`app make knows no "${what}". It makes ${KINDS.join(', ')}.`)
  if (options.style !== undefined)
    throw CommandError.wrongUse(`--style works only with app make module, and not with a ${what}.`)
  const names = namesOf(name, kind.suffix)
  const { source, test } = kind.template(names, project)
  const target = options.folder === undefined ? project.folder : resolve(options.folder)
  const written = writeNew(project, [
    { path: join(target, `${names.kebab}${project.extension}`), text: source },
    { path: join(target, `${names.kebab}.test${project.extension}`), text: test },
  ])
  if (options.json) return terminal.printJson({ files: written })
  printWritten(terminal, written)
  terminal.tell(nextStep(what, names))
}

/**
 * Writes the files of a module, and adds a line to the application or to config/config.ts that makes the application
 * use it.
 */
async function makeOne(terminal: Terminal, name: string, project: ProjectStyle, options: MakeOptions): Promise<void> {
  const { app, json, folder, style = project.style } = options
  const names = moduleNames(name)
  const { files, line, missing } = makeModule(
    names,
    project,
    style,
    folder === undefined ? join(project.modules, names.kebab) : resolve(folder, names.kebab),
  )
  const insertion = line && existsSync(line.file) ? line.change(readFileSync(line.file, 'utf8')) : undefined
  if (insertion?.kind === 'present') {
    throw CommandError.problem(
      `${shortPath(line?.file ?? '', project.root)} has that module already, and nothing was written.`,
    )
  }
  const written = writeNew(project, files)
  const changed = line === undefined ? undefined : shortPath(line.file, project.root)
  const lines = insertion?.kind === 'inserted' ? insertion.lines : []
  if (line && insertion?.kind === 'inserted') writeFileSync(line.file, insertion.code)
  const types = await writeTypes(project.root, app)
  const byHand = line && lines.length === 0 ? `By hand, in ${changed}: ${line.byHand}` : undefined
  if (json) {
    return terminal.printJson({
      files: written,
      ...(lines.length > 0 && { changed, lines }),
      ...(byHand && { byHand }),
      missing,
    })
  }
  printWritten(terminal, written)
  if (lines.length > 0) terminal.print(`Changed ${changed}:`)
  for (const text of lines) terminal.print(`  ${terminal.style('green', '+')} ${text.trim()}`)
  if (types !== undefined) terminal.print(`Wrote ${types}.`)
  if (byHand !== undefined) terminal.tell(byHand)
  if (missing.length > 0) {
    const are = missing.length === 1 ? 'is' : 'are'
    terminal.tell(
      `The module has no endpoint, since ${missing.join(' and ')} ${are} not installed: npm install ${missing.join(' ')}`,
    )
  }
  terminal.tell(`Next: app explain GET /${names.kebab}`)
}

/**
 * Writes files, and returns their paths. If one of the files exists already, writes none, and throws `CommandError`.
 */
function writeNew({ root }: ProjectStyle, files: readonly NewFile[]): readonly string[] {
  const taken = files.find(({ path }) => existsSync(path))
  if (taken) {
    throw CommandError.problem(
      `${shortPath(taken.path, root)} is there already, and nothing was written. Choose another name.`,
    )
  }
  for (const { path, text } of files) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { flag: 'wx' })
  }
  return files.map(({ path }) => shortPath(path, root))
}

function printWritten(terminal: Terminal, files: readonly string[]): void {
  for (const path of files) terminal.print(`${terminal.style('green', '+')} ${path}`)
}

function nextStep(what: string, { camel, pascal }: Names): string {
  if (what === 'handler')
    return `Next: app.get('/', ${pascal}), or a service with that class and a route that names it.`
  if (what === 'provider') return `Next: import ${camel} in config/config.ts, and put it into defineConfig([…]).`
  return `Next: app.pipe(${camel}), or an entry of middleware_pipeline.`
}
