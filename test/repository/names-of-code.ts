import { createRequire } from 'node:module'
import { join } from 'node:path'
import type TypeScript from 'typescript-5'

// The package typescript-5 is CommonJS, and an `import` does not find its names.
const ts = createRequire(import.meta.url)('typescript-5') as typeof TypeScript

const ROOT = join(import.meta.dirname, '../..')

/**
 * The names that each text of code uses and does not declare, in the order of the texts. A text that is no module by
 * itself, such as a part of a map, gives an empty list. The names of the platform count as declared.
 */
export function freeNamesOf(texts: readonly string[]): readonly (readonly string[])[] {
  const options = {
    ...{ module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2024, lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'] },
    ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')], noEmit: true, skipLibCheck: true },
  }
  const files = new Map(texts.map((text, i) => [join(ROOT, `page-code-${i}.ts`), `${text}\nexport {}\n`]))
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (path, ...rest) => {
    const text = files.get(path)
    return text === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, text, ts.ScriptTarget.ES2024)
  }
  // An imported name counts as declared, even if its module does not exist.
  host.resolveModuleNameLiterals = (literals) => literals.map(() => ({ resolvedModule: undefined }))
  const program = ts.createProgram([...files.keys()], options, host)
  return [...files].map(([path, text]) => {
    const file = program.getSourceFile(path)
    if (/^\s/.test(text) || program.getSyntacticDiagnostics(file).length > 0) return []
    const unknown = program.getSemanticDiagnostics(file).filter(({ code }) => UNKNOWN.has(code))
    return [...new Set(unknown.map(({ start = 0, length = 0 }) => text.slice(start, start + length)))]
  })
}

/** The codes of the error "Cannot find name", also for a type, a namespace, or a shorthand property. */
const UNKNOWN = new Set([2304, 2503, 2552, 2693, 2749, 18004])

/** The names that code imports, each with its module. */
export function importsOf(code: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const statement of ts.createSourceFile('code.ts', code, ts.ScriptTarget.ES2024).statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue
    const { name, namedBindings } = statement.importClause ?? {}
    const listed = namedBindings && (ts.isNamedImports(namedBindings) ? [...namedBindings.elements] : [namedBindings])
    for (const each of [...(name ? [name] : []), ...(listed ?? []).map((one) => one.name)])
      names.set(each.text, statement.moduleSpecifier.text)
  }
  return names
}

/** The names that code declares at its top level, with the names that it imports. */
export function declaredNames(code: string): ReadonlySet<string> {
  const names = new Set(importsOf(code).keys())
  const declare = (binding: TypeScript.BindingName): void => {
    if (ts.isIdentifier(binding)) names.add(binding.text)
    else for (const element of binding.elements) if (ts.isBindingElement(element)) declare(element.name)
  }
  for (const statement of ts.createSourceFile('code.ts', code, ts.ScriptTarget.ES2024).statements) {
    if (ts.isVariableStatement(statement)) for (const { name } of statement.declarationList.declarations) declare(name)
    const { name } = statement as { readonly name?: TypeScript.Node }
    if (name && ts.isIdentifier(name)) names.add(name.text)
  }
  return names
}
