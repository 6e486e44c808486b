import { importedProviders, importOf, parseProviderModule } from '../configuration/provider-list.ts'
import { type Node, parseStatements } from '../configuration/syntax.ts'

/**
 * The result of an insertion: the changed code with the lines that were added, or the reason why nothing was inserted.
 */
export type Insertion =
  | { readonly kind: 'inserted'; readonly code: string; readonly lines: readonly string[] }
  | { readonly kind: 'present' }
  | { readonly kind: 'no list' }

/**
 * Imports the provider of a package or a file and adds it to the list of `defineConfig([...])`: that of a package before
 * the application's own providers and sources, which override it, and that of a file after the other providers. `called`
 * is the text from which `providerName` makes the name in the list, such as the name of the package.
 *
 * The module is parsed only to find the places for the import and for the name. The rest of its text stays unchanged,
 * including comments and line breaks.
 */
export function insertProvider(code: string, packageName: string, called: string = packageName): Insertion {
  const module = parseProviderModule(code)
  if (!module) return { kind: 'no list' }
  const { list, imports } = module
  const known = importedProviders(module).find(([, from]) => from === packageName)?.[0]
  if (known !== undefined && list.elements?.some((element) => element?.name === known)) return { kind: 'present' }
  const name = known ?? providerName(called, code)
  // The first of the elements that have to come after the new one.
  const next = (list.elements ?? []).findIndex((element) => {
    if (element?.type !== 'Identifier') return true
    return groupOf(packageName) < FILES && groupOf(importOf(module, element.name)?.from ?? '') === FILES
  })
  const edits = [listEdit(code, list, name, next)]
  if (known === undefined) edits.push(importEdit(code, imports, `{ configProvider as ${name} }`, packageName))
  return edited(code, edits)
}

/**
 * Inserts an import of the function `name` from the module `from`, and a call of this function with the application as
 * argument. The call comes before the default export of the application.
 */
export function insertCall(code: string, from: string, name: string): Insertion {
  const statements = parseStatements(code) ?? []
  const imports = statements.filter(({ type }) => type === 'ImportDeclaration')
  const exported = statements.find(({ type }) => type === 'ExportDefaultDeclaration')
  const { name: application } = exported?.declaration ?? {}
  if (exported === undefined || application === undefined) return { kind: 'no list' }
  if (imports.some(({ source }) => source?.value === from)) return { kind: 'present' }
  const semicolon = code.slice(exported.start, exported.end).endsWith(';') ? ';' : ''
  const call = { at: exported.start, text: `${name}(${application})${semicolon}${eol(code)}${eol(code)}` }
  return edited(code, [call, importEdit(code, imports, `{ ${name} }`, from)])
}

function edited(code: string, edits: readonly Edit[]): Insertion {
  const inserted = edits
    .toSorted((a, b) => b.at - a.at)
    .reduce((text, { at, until = at, text: added }) => text.slice(0, at) + added + text.slice(until), code)
  return { kind: 'inserted', code: inserted, lines: addedLines(code, inserted) }
}

interface Edit {
  readonly at: number
  /**
   * The index where the text to replace ends; that text begins at `at`. Default: no text is replaced, and `text` is
   * inserted.
   */
  readonly until?: number
  readonly text: string
}

function listEdit(code: string, list: Node, name: string, next: number): Edit {
  const edit = insertion(code, list, name, next)
  const line = code.slice(code.lastIndexOf('\n', list.start) + 1).split(/\r?\n/, 1)[0] ?? ''
  const isOneLine = !code.slice(list.start, list.end).includes('\n')
  return isOneLine && line.length + edit.text.length > WIDEST ? onLines(code, list, edit) : edit
}

/**
 * The greatest length of a line in the applications that `npm create @app` writes. Many formatters have the same limit.
 */
const WIDEST = 120

/**
 * Returns an edit that replaces the whole list: with the new element, and with each element on a line of its own, as
 * formatters write a list that is too long for one line.
 */
function onLines(code: string, { start, end, elements = [] }: Node, { at, text }: Edit): Edit {
  const indent = /[^\n]*$/.exec(code.slice(0, start))?.[0].match(/^[ \t]*/)?.[0] ?? ''
  const texts = elements.map((element) => ({ at: element?.start ?? 0, text: code.slice(element?.start, element?.end) }))
  // The new element is the first in the array to sort. The sort is stable, so the new element stays before an element
  // at the same index of the code.
  const all = [{ at, text: text.replace(/^[,\s]+|[,\s]+$/g, '') }, ...texts].toSorted((a, b) => a.at - b.at)
  const lines = all.map((element) => `${indent}  ${element.text},${eol(code)}`)
  return { at: start, until: end, text: `[${eol(code)}${lines.join('')}${indent}]` }
}

function insertion(code: string, { start, elements = [] }: Node, name: string, next: number): Edit {
  const before = next === -1 ? elements.at(-1) : elements[next - 1]
  const behind = next === -1 ? undefined : elements[next]
  if (before) return behindElement(code, before, behind, name)
  if (!behind) return { at: start + 1, text: name }
  const indent = /\n[ \t]*$/.exec(code.slice(0, behind.start))?.[0]
  return { at: behind.start, text: indent === undefined ? `${name}, ` : `${name},${eol(code)}${indent.slice(1)}` }
}

/**
 * Returns the edit that inserts the name of a provider after the element `before`. If this element has a line of its
 * own, the name gets the next line, so that a comment at the end of the element's line stays there.
 */
function behindElement(code: string, before: Node, behind: Node | undefined | null, name: string): Edit {
  const indent = /\n([ \t]*)$/.exec(code.slice(0, before.start))?.[1]
  const rest = /^,?[ \t]*(?:\/\/.*|\/\*.*\*\/[ \t]*)?(?=\r?\n)/.exec(code.slice(before.end))?.[0]
  if (indent === undefined || rest === undefined) return { at: before.end, text: `, ${name}` }
  if (!behind && !rest.startsWith(',')) return { at: before.end, text: `,${eol(code)}${indent}${name}` }
  return { at: before.end + rest.trimEnd().length, text: `${eol(code)}${indent}${name},` }
}

/**
 * Returns the edit that inserts an import, with the same quotes and semicolon as the last import. If the imports are
 * sorted as formatters sort them (see `comesBefore`), the new import gets its place in this order, else the place after
 * the last import.
 */
function importEdit(code: string, imports: readonly Node[], what: string, packageName: string): Edit {
  const last = imports.at(-1)
  const text = last ? code.slice(last.start, last.end) : ''
  const quote = text.includes('"') ? '"' : "'"
  const line = `import ${what} from ${quote}${packageName}${quote}${text.endsWith(';') ? ';' : ''}`
  if (!last) return { at: 0, text: line + eol(code) }
  const next = imports.find((node) => comesBefore(packageName, sourceOf(node)))
  if (next && isSorted(imports.map(sourceOf))) return { at: next.start, text: line + eol(code) }
  const rest = /^.*/.exec(code.slice(last.end))?.[0] ?? ''
  return { at: last.end + rest.trimEnd().length, text: eol(code) + line }
}

function sourceOf({ source }: Node): string {
  return String(source?.value)
}

function isSorted(names: readonly string[]): boolean {
  return names.every((name, index) => index === 0 || !comesBefore(name, names[index - 1] ?? ''))
}

/**
 * True if the import of module `a` comes before that of module `b` in the order of formatters: modules of node, then
 * packages, then files, each group by name.
 */
function comesBefore(a: string, b: string): boolean {
  const [groupA, groupB] = [groupOf(a), groupOf(b)]
  return groupA === groupB ? a < b : groupA < groupB
}

function groupOf(name: string): number {
  if (/^(?:node|bun):/.test(name)) return 0
  return /^[.#/]/.test(name) ? FILES : 1
}

const FILES = 2

function eol(code: string): string {
  return code.includes('\r\n') ? '\r\n' : '\n'
}

function addedLines(before: string, after: string): readonly string[] {
  const known = new Set(before.split(/\r?\n/))
  return after.split(/\r?\n/).filter((line) => !known.has(line))
}

/**
 * Returns the name for a provider in the list: `auditLog` for `@acme/audit-log`, or `auditLogProvider` if the code uses
 * `auditLog` already.
 */
export function providerName(packageName: string, code: string): string {
  const words = packageName
    .replace(/^@[^/]+\//, '')
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1)
  const base = /^[a-z]/.test(camel) && !RESERVED.has(camel) ? camel : (OURS[packageName] ?? `provider${pascal}`)
  const isTaken = (name: string) => new RegExp(`\\b${name}\\b`).test(withoutText(code))
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : number === 2 ? `${base}Provider` : `${base}Provider${number}`
    if (!isTaken(name)) return name
  }
}

/** Returns the code without strings and comments, since a word in these does not make a name taken. */
function withoutText(code: string): string {
  return code.replace(/'[^'\n]*'|"[^"\n]*"|\/\/.*|\/\*[\s\S]*?\*\//g, '')
}

/** Names for our packages that are called like a reserved word. */
const OURS: Readonly<Record<string, string>> = { '@app/static': 'staticFiles' }

const RESERVED = new Set(
  (
    'arguments async await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
)
