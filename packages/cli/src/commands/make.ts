import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { shortPath } from '../application/find-application.ts'
import { CommandError, type CommonOptions } from '../command.ts'
import { projectStyle } from '../make/project-style.ts'
import { type Names, namesOf, TEMPLATES } from '../make/templates.ts'
import type { Terminal } from '../output/terminal.ts'

interface MakeOptions extends CommonOptions {
  readonly folder?: string
}

/** Writes a file and its test in the style of the application. Files that are there already stay as they are. */
export async function make(
  terminal: Terminal,
  { what, name }: { readonly what: string; readonly name: string },
  { app, json, folder }: MakeOptions,
): Promise<void> {
  const kind = TEMPLATES.get(what)
  if (!kind) throw CommandError.wrongUse(`app make knows no "${what}". It makes ${[...TEMPLATES.keys()].join(', ')}.`)
  const style = projectStyle(app, process.cwd())
  const names = namesOf(name, kind.suffix)
  const { source, test } = kind.template(names, style)
  const target = folder === undefined ? style.folder : resolve(folder)
  const files = [
    { path: join(target, `${names.kebab}${style.extension}`), text: source },
    { path: join(target, `${names.kebab}.test${style.extension}`), text: test },
  ]
  const taken = files.find(({ path }) => existsSync(path))
  if (taken) {
    throw CommandError.problem(
      `${shortPath(taken.path, style.root)} is there already, and nothing was written. Choose another name.`,
    )
  }
  mkdirSync(target, { recursive: true })
  for (const { path, text } of files) writeFileSync(path, text, { flag: 'wx' })
  const written = files.map(({ path }) => shortPath(path, style.root))
  if (json) return terminal.printJson({ files: written })
  for (const path of written) terminal.print(`${terminal.style('green', '+')} ${path}`)
  terminal.print(nextStep(what, names))
}

function nextStep(what: string, { camel, pascal }: Names): string {
  if (what === 'handler')
    return `Next: app.get('/', ${pascal}), or a service with that class and a route that names it.`
  if (what === 'provider') return `Next: import ${camel} in config/config.ts, and put it into defineConfig([…]).`
  return `Next: app.pipe(${camel}), or an entry of middleware_pipeline.`
}
