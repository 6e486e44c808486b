import ts from 'typescript-5'

/** The result for an expression whose value is known only when the program runs. */
const NONE = Symbol('no constant')

/**
 * The value of an expression as JSON, if it is the same in every program: a literal, a list or map of literals, or a
 * constant with one of these as its value. Otherwise `undefined`.
 */
export function constantOf(node: ts.Expression, checker: ts.TypeChecker): string | undefined {
  const value = literalOf(node, checker)
  return value === NONE ? undefined : JSON.stringify(value)
}

function literalOf(node: ts.Expression, checker: ts.TypeChecker): unknown {
  const inner = unwrapped(node)
  if (ts.isStringLiteralLike(inner)) return inner.text
  if (ts.isNumericLiteral(inner)) return Number(inner.text)
  if (inner.kind === ts.SyntaxKind.TrueKeyword) return true
  if (inner.kind === ts.SyntaxKind.FalseKeyword) return false
  if (inner.kind === ts.SyntaxKind.NullKeyword) return null
  if (ts.isArrayLiteralExpression(inner)) return whole(inner.elements.map((element) => literalOf(element, checker)))
  if (ts.isObjectLiteralExpression(inner)) return recordOf(inner, checker)
  if (ts.isPrefixUnaryExpression(inner) && inner.operator === ts.SyntaxKind.MinusToken) {
    const value = literalOf(inner.operand, checker)
    return typeof value === 'number' ? -value : NONE
  }
  return declaredValue(inner, checker)
}

/**
 * The value of an identifier or a property access, if its type is a literal type, or if it names a declared constant.
 */
function declaredValue(node: ts.Expression, checker: ts.TypeChecker): unknown {
  if (!ts.isIdentifier(node) && !ts.isPropertyAccessExpression(node)) return NONE
  const type = checker.getTypeAtLocation(node)
  if (type.isLiteral()) return type.value
  const found = checker.getSymbolAtLocation(node)
  const meant = found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found
  const [declaration] = meant?.declarations ?? []
  const isConstant = declaration && ts.isVariableDeclaration(declaration) && declaration.initializer
  return isConstant ? literalOf(isConstant, checker) : NONE
}

function recordOf({ properties }: ts.ObjectLiteralExpression, checker: ts.TypeChecker): unknown {
  const entries = properties.map((property) =>
    ts.isPropertyAssignment(property)
      ? ([property.name.getText(), literalOf(property.initializer, checker)] as const)
      : (['', NONE] as const),
  )
  return whole(entries.map(([, value]) => value)) === NONE ? NONE : Object.fromEntries(entries)
}

function whole(values: readonly unknown[]): unknown {
  return values.includes(NONE) ? NONE : values
}

/** Removes parentheses, `as` and `satisfies` around an expression. */
export function unwrapped(node: ts.Expression): ts.Expression {
  const isWrapped = ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
  return isWrapped ? unwrapped(node.expression) : node
}
