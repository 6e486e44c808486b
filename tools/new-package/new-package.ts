import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Names, namesOf } from '../../packages/cli/src/make/templates.ts'
import { addChangeset } from '../add-changeset.ts'
import { writeGenerated } from '../generated.ts'
import { run } from '../run.ts'

export interface NewPackage {
  /** The name without its scope, in lower case with hyphens: `security-headers`. */
  readonly name: string
  /** The description of the package, in one sentence; if it is left out, the sentence of the template stays. */
  readonly description?: string
}

/** The error for an invalid name or description. The message says what to write instead. */
export class NewPackageError extends Error {
  override readonly name = 'NewPackageError'
}

/**
 * Adds a package to the work tree `root`, from the template. Also adds the other things that it needs there: a row in
 * `tools/layers.ts`, a changeset for its first release, its `api.md` and its lines on generated pages, and its links in
 * `node_modules`. Returns the paths of the files that were made from the template.
 *
 * Throws `NewPackageError` for a name that is not written in lower case with hyphens or that a package already has, and
 * for a description that is not a sentence of 22 to 122 characters.
 */
export function newPackage(root: string, { name, description }: NewPackage): readonly string[] {
  const folder = `packages/${name}`
  refuseName(root, name)
  const names = namesOf(name)
  const sentence = description ?? `Middleware ${names.camel}(), in code and from configuration.`
  refuseDescription(sentence)
  const written = globSync('**/*.*', { cwd: TEMPLATE }).map((file) => {
    const path = join(folder, dirname(file), withNames(basename(file).replace(/^_/, ''), names))
    const text = withNames(readFileSync(join(TEMPLATE, file), 'utf8').replaceAll(TEMPLATE_SENTENCE, sentence), names)
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text, { flag: 'wx' })
    return path
  })
  insertLayer(join(root, 'tools/layers.ts'), `@app/${name}`)
  addChangeset(root, 'major', [`@app/${name}`], `The first release: ${lowerFirst(sentence)}`, name)
  run('pnpm', ['install', '--no-frozen-lockfile', '--prefer-offline'], { cwd: root })
  // Formats the files, since the order of imports and the line breaks depend on the name.
  run('pnpm', ['exec', 'biome', 'check', '--write', folder, 'tools/layers.ts'], { cwd: root })
  writeGenerated(root)
  return written
}

const TEMPLATE = join(import.meta.dirname, 'template')
const TEMPLATE_SENTENCE = 'Middleware exampleName(), in code and from configuration.'

function refuseName(root: string, name: string): void {
  if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(name)) {
    throw new NewPackageError(
      `${name} is not a name for a package. Write it without the scope, in lower case: pnpm new package security-headers`,
    )
  }
  if (!existsSync(join(root, 'packages', name))) return
  throw new NewPackageError(`There is a packages/${name} already. Take another name, or remove the folder.`)
}

function refuseDescription(sentence: string): void {
  if (/^[A-Z].{20,120}\.$/.test(sentence)) return
  throw new NewPackageError(
    `"${sentence}" is not shown well by npm. Write a sentence of 22 to 122 characters, from a capital to a full stop.`,
  )
}

/** Replaces the name `example-name` of the template, in all its spellings such as `exampleName`. */
function withNames(text: string, { kebab, camel, pascal }: Names): string {
  const snake = kebab.replaceAll('-', '_')
  return text
    .replaceAll('example-name', kebab)
    .replaceAll('example_name', snake)
    .replaceAll('exampleName', camel)
    .replaceAll('ExampleName', pascal)
    .replaceAll('EXAMPLE_NAME', snake.toUpperCase())
}

/** Inserts a row for a package into the table of `tools/layers.ts`, which is sorted by name. */
function insertLayer(path: string, name: string): void {
  const lines = readFileSync(path, 'utf8').split('\n')
  const first = lines.findIndex((line) => line.startsWith("  '@app/"))
  // A row of the table may have several lines.
  const isRow = (line: string) => line.startsWith("  '@app/") || line === '}'
  const later = lines.findIndex(
    (line, index) => index >= first && isRow(line) && !(line < `  '${name}'` && line !== '}'),
  )
  lines.splice(later, 0, `  '${name}': ['@app/core'],`)
  writeFileSync(path, lines.join('\n'))
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
