import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type TypeScript from 'typescript-5'
import { sourcePackages } from '../../tools/imports.ts'
import { publicNames } from '../../tools/names-table.ts'

// The package typescript-5 is CommonJS, and an `import` does not find its names.
const ts = createRequire(import.meta.url)('typescript-5') as typeof TypeScript

/** A function or class that a package exports. */
export interface ExportedCode {
  readonly module: string
  readonly name: string
  /** The code of each `@example` of its doc comment. */
  readonly examples: readonly string[]
}

/**
 * The functions and classes of all entry points, in the order of the packages, their entry points, and the exports in
 * the file of each entry point. A name that an entry point re-exports from another package is listed only for that
 * package.
 */
export function exportedCode(root: string): readonly ExportedCode[] {
  const doors = sourcePackages(root).flatMap(({ name, folder, manifest }) =>
    Object.entries(manifest.exports ?? {}).flatMap(([entry, file]) =>
      typeof file === 'string' && file.endsWith('.ts') ? [{ module: join(name, entry), file: join(folder, file) }] : [],
    ),
  )
  return doors.flatMap(({ module, file: door }) =>
    namesOf(door).flatMap(({ name, file }) => {
      const examples = examplesOf(file, name)
      return examples === undefined ? [] : [{ module, name, examples }]
    }),
  )
}

/**
 * The functions and classes that an entry point declares, and the values that it re-exports from files of its package;
 * each with its file.
 */
function namesOf(index: string): readonly { readonly name: string; readonly file: string }[] {
  return parsed(index).statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      return isExported && statement.name ? [{ name: statement.name.text, file: index }] : []
    }
    if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return []
    const { moduleSpecifier, exportClause } = statement
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.')) return []
    if (!exportClause || !ts.isNamedExports(exportClause)) return []
    const file = join(dirname(index), moduleSpecifier.text)
    return exportClause.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => ({ name: name.text, file }))
  })
}

/** The examples of a function or class; `undefined` for any other value. */
function examplesOf(file: string, name: string): readonly string[] | undefined {
  const all = parsed(file).statements.filter(
    (statement) =>
      (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) && statement.name?.text === name,
  )
  if (all.length === 0) return undefined
  return all.flatMap((declaration) =>
    ts.getJSDocTags(declaration).flatMap((tag) => {
      if (tag.tagName.text !== 'example') return []
      const text = ts.getTextOfJSDocComment(tag.comment) ?? ''
      return text.replace(/^```ts\n|```$/g, '').trim()
    }),
  )
}

const files = new Map<string, TypeScript.SourceFile>()

function parsed(file: string): TypeScript.SourceFile {
  const known = files.get(file)
  if (known !== undefined) return known
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2024, true)
  files.set(file, source)
  return source
}

/**
 * One option: a member of an interface for the options of a function or class, or for a section of the configuration.
 */
export interface ExportedOption {
  /** The name of the option with its interface: `CorsOptions.origins`. */
  readonly name: string
  readonly type: string
  /** The doc comment of the option. */
  readonly doc: string
  /** Whether the option may be left out. */
  readonly isOptional: boolean
}

/**
 * The options of all packages: the members of the exported interfaces whose names end in `Options`, `Limits`, `Section`
 * or `Checks`, without the entry points `framework`, `tree` and `adapter`.
 */
export function optionsOfUsers(root: string): readonly ExportedOption[] {
  const names = publicNames(root).filter(({ door }) => !/\/(?:framework|tree|adapter)$/.test(door))
  const exported = new Set(names.map(({ name, door }) => `${door.split('/', 2).join('/')} ${name}`))
  const files = sourcePackages(root).flatMap(({ name, folder, files }) =>
    files.map((file) => ({ owner: name, file: join(folder, file) })),
  )
  return files.flatMap(({ owner, file }) =>
    parsed(file).statements.flatMap((statement) => {
      if (!ts.isInterfaceDeclaration(statement) || !exported.has(`${owner} ${statement.name.text}`)) return []
      if (!/(?:Options|Limits|Section|Checks)$/.test(statement.name.text)) return []
      return statement.members.filter(ts.isPropertySignature).map((member) => ({
        name: `${statement.name.text}.${member.name.getText()}`,
        type: member.type?.getText() ?? '',
        isOptional: member.questionToken !== undefined,
        doc: ts
          .getJSDocCommentsAndTags(member)
          .map((one) => one.getText())
          .join(' '),
      }))
    }),
  )
}
