import ts from 'typescript-5'

/** The symbols that the declarations of a name use, and that are declared at the top level of a file. */
export function namesUsedIn(symbol: ts.Symbol, checker: ts.TypeChecker): ReadonlySet<ts.Symbol> {
  const used = new Set<ts.Symbol>()
  const visit = (node: ts.Node): void => {
    if (ts.isClassElement(node) && isPrivate(node)) return
    if (ts.isIdentifier(node)) {
      const found = checker.getSymbolAtLocation(node)
      const meant = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
      if (meant?.declarations?.some(isAtTop)) used.add(meant)
    }
    ts.forEachChild(node, visit)
  }
  for (const declaration of symbol.declarations ?? []) ts.forEachChild(declaration, visit)
  return used
}

export function isPrivate(member: ts.ClassElement): boolean {
  const isHidden = (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0
  return isHidden || (member.name !== undefined && ts.isPrivateIdentifier(member.name))
}

function isAtTop(declaration: ts.Declaration): boolean {
  const { parent } = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  return parent !== undefined && ts.isSourceFile(parent)
}
