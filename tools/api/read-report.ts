import ts from 'typescript-5'
import { NOT_EXPORTED } from './not-exported.ts'
import { Signature } from './signature.ts'

/** A declaration, split into its head and its members. */
export interface Members {
  /** The declaration up to its members: its kind, its name, and the types that it extends. */
  readonly head: string
  /**
   * Whether users may make objects of this type (an interface or a type alias without `@sealed`), so that a new
   * required member would break their code.
   */
  readonly isMadeByOthers: boolean
  /**
   * The members by name, each with its overloads; a declaration without members, such as a function, is listed as one
   * member with an empty name.
   */
  readonly members: ReadonlyMap<string, readonly Member[]>
}

export interface Member {
  readonly text: string
  readonly isOptional: boolean
  /** The signature, if the member is a function, a method or a constructor. */
  readonly signature?: Signature
}

/** The declarations of reports: by the title of the section, which is an entry point, and then by name. */
export type Sections = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * The declarations in a report. A re-exported name has the declaration from the section that declares it, in this
 * report or in another, since users do not see where a name is declared.
 */
export function sectionsIn(report: string, others: Sections = new Map()): Sections {
  const blocks = [...report.matchAll(/^## (.+)\n\n```ts\n([\s\S]*?)\n```$/gm)]
  const sections = new Map(blocks.map(([, title = '', code = '']) => [title, declarationsIn(code)]))
  for (const declarations of sections.values()) {
    for (const [name, text] of declarations) {
      const section = /^export \{ .+ \} from '(.+)';$/.exec(text)?.[1] ?? ''
      const elsewhere = declaredIn(sections, section, name) ?? declaredIn(others, section, name)
      if (elsewhere !== undefined) declarations.set(name, elsewhere)
    }
  }
  return sections
}

/**
 * Finds the declaration of a name in the section of an entry point, or in a section of another entry point of the same
 * package.
 */
function declaredIn(sections: Sections, section: string, name: string): string | undefined {
  if (section === '') return undefined
  const entries = [...sections].filter(([title]) => title === section || title.startsWith(`${section}/`))
  return entries.flatMap(([, declarations]) => declarations.get(name) ?? [])[0]
}

/** Joins the declarations in the reports of all packages of one work tree, without those that are not exported. */
export function sectionsOf(reports: readonly string[]): Sections {
  return new Map(reports.flatMap((report) => [...sectionsIn(report)]).filter(([title]) => title !== NOT_EXPORTED))
}

function declarationsIn(code: string): Map<string, string> {
  const found = new Map<string, string>()
  const add = (name: string, text: string) => found.set(name, [found.get(name) ?? [], text].flat().join('\n'))
  const source = parse(code)
  for (const statement of source.statements) {
    const text = statement.getFullText().trim()
    if (ts.isVariableStatement(statement)) add(statement.declarationList.declarations[0]?.name.getText() ?? '', text)
    else if (ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause))
      add(statement.exportClause.elements[0]?.name.text ?? '', text)
    else add((statement as ts.Statement & { name?: ts.Identifier }).name?.text ?? text, text)
  }
  return found
}

/** Splits the declarations of one name into their heads and their members. */
export function membersOf(text: string): Members {
  const heads: string[] = []
  const members = new Map<string, Member[]>()
  let isMadeByOthers = false
  const add = (name: string, member: Member) => members.set(name, [...(members.get(name) ?? []), member])
  for (const statement of parse(text).statements) {
    const parts = partsOf(statement)
    if (parts === undefined) {
      add('', memberOf(statement))
      continue
    }
    const isMade = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
    isMadeByOthers ||= isMade && !statement.getFullText().includes('@sealed')
    const first = parts[0] as ts.Node | undefined
    heads.push(oneLine(first ? text.slice(statement.getStart(), first.getFullStart()) : statement.getText()))
    for (const part of parts) add(nameOf(part), memberOf(part))
  }
  return { head: heads.join(' '), isMadeByOthers, members }
}

/**
 * The members in the braces of a class, of an interface, or of the object type of a type alias or a constant;
 * `undefined` for a declaration without such braces.
 */
function partsOf(statement: ts.Statement): readonly (ts.ClassElement | ts.TypeElement)[] | undefined {
  if (ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement)) return statement.members
  const type = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations[0]?.type
    : ts.isTypeAliasDeclaration(statement) && statement.type
  return type && ts.isTypeLiteralNode(type) ? type.members : undefined
}

function memberOf(node: ts.Node): Member {
  const isOptional = 'questionToken' in node && node.questionToken !== undefined
  const text = oneLine(node.getText())
  if (!ts.isFunctionLike(node)) return { text, isOptional }
  const signature = new Signature(node)
  return { text: signature.text, isOptional, signature }
}

function nameOf(part: ts.ClassElement | ts.TypeElement): string {
  const isStatic = ts.getCombinedModifierFlags(part) & ts.ModifierFlags.Static
  const name = part.name?.getText() ?? (ts.isConstructorDeclaration(part) ? 'constructor' : part.getText())
  return `${isStatic ? 'static ' : ''}${ts.isSetAccessor(part) ? 'set ' : ''}${name}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function parse(code: string): ts.SourceFile {
  return ts.createSourceFile('report.d.ts', code, ts.ScriptTarget.Latest, true)
}
