import ts from 'typescript-5'
import { isPrivate } from './names-used.ts'

const printer = ts.createPrinter({ removeComments: true, newLine: ts.NewLineKind.LineFeed })

/**
 * The declarations of a name without comments, private members, `export` and `declare`.
 *
 * Only declarations in the given folder are printed, since other packages may add members to a type of the same name.
 *
 * A comment `@sealed` stays: it says that only the package makes objects of the type, so that a new required member
 * breaks no program.
 */
export function printDeclarations(
  symbol: ts.Symbol,
  { folder, exportedAs = symbol.name }: { readonly folder: string; readonly exportedAs?: string },
): string {
  const declarations = (symbol.declarations ?? []).filter((one) =>
    one.getSourceFile().fileName.startsWith(`${folder}/`),
  )
  const printed = declarations.map((declaration) => {
    const isSealed = ts.getJSDocTags(declaration).some(({ tagName }) => tagName.text === 'sealed')
    const text = printer.printNode(ts.EmitHint.Unspecified, withoutPrivate(declaration), declaration.getSourceFile())
    const bare = text.replace(/^(?:export |default |declare )*/, '')
    const whole = ts.isVariableDeclaration(declaration) ? `const ${bare};` : bare
    return `${isSealed ? '/** @sealed */\n' : ''}${whole}`
  })
  const isRenamed = symbol.name !== exportedAs && symbol.name !== 'default'
  if (isRenamed) printed.push(`export { ${symbol.name} as ${exportedAs} };`)
  return printed.join('\n')
}

/** The declarations inside of a `declare module`. */
export function printAdded(module: ts.ModuleDeclaration): readonly string[] {
  const { body } = module
  if (!body || !ts.isModuleBlock(body)) return []
  return body.statements.map((one) => printer.printNode(ts.EmitHint.Unspecified, one, module.getSourceFile()))
}

function withoutPrivate(declaration: ts.Declaration): ts.Declaration {
  if (!ts.isClassDeclaration(declaration)) return declaration
  const { modifiers, name, typeParameters, heritageClauses, members } = declaration
  const shown = members.filter((member) => !isPrivate(member))
  return ts.factory.updateClassDeclaration(declaration, modifiers, name, typeParameters, heritageClauses, shown)
}
