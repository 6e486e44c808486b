import ts from 'typescript-5'
import { constantOf } from './constant.ts'
import type { Fact } from './fact.ts'

/** The word in the report for a default that only a running program can compute. */
const COMPUTED = 'computed'

/**
 * The defaults of options, read from the code that fills in missing values: `{ limit = 300 }`, `options.limit ?? 300`,
 * a parameter `limit = 300`, a property of a literal before a spread, as in `{ limit: 300, ...options }`, and a
 * property of a constant literal.
 *
 * An option is an optional member of an interface or type, or a parameter; `nameOf` gives its name in the report. If
 * the default of a member is no constant, it is usually listed as `computed`: the report says that there is a default,
 * but not its value.
 */
export function defaultsIn(
  source: ts.SourceFile,
  checker: ts.TypeChecker,
  nameOf: (declaration: ts.Declaration) => string | undefined,
): readonly Fact[] {
  const facts: Fact[] = []
  const add = (member: ts.Symbol | undefined, value: string) => {
    for (const declaration of member?.declarations ?? []) {
      if (!ts.isPropertySignature(declaration) || declaration.questionToken === undefined) continue
      const owner = nameOf(ownerOf(declaration))
      if (owner) facts.push([`default ${owner}.${declaration.name.getText()}`, value])
    }
  }
  const visit = (node: ts.Node): void => {
    if (ts.isBindingElement(node) && node.initializer && ts.isObjectBindingPattern(node.parent)) {
      add(
        propertyOf(wholeOf(node.parent, checker), node.propertyName ?? node.name),
        constantOf(node.initializer, checker) ?? COMPUTED,
      )
    } else if (ts.isBinaryExpression(node) && isFallback(node) && ts.isPropertyAccessExpression(node.left)) {
      add(checker.getSymbolAtLocation(node.left.name), constantOf(node.right, checker) ?? COMPUTED)
    } else if (ts.isPropertyAssignment(node) && isDefaultIn(node)) {
      const type = checker.getContextualType(node.parent)
      const value = constantOf(node.initializer, checker)
      if (type && value) add(propertyOf(checker.getNonNullableType(type), node.name), value)
    } else if (ts.isParameter(node) && node.initializer && !ts.isObjectLiteralExpression(node.initializer)) {
      const [owner, value] = [nameOf(node.parent), constantOf(node.initializer, checker)]
      if (owner && value) facts.push([`default ${owner}, parameter ${node.parent.parameters.indexOf(node) + 1}`, value])
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return facts
}

function isFallback({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.QuestionQuestionEqualsToken
}

/**
 * Whether a property of a literal is a default: a spread behind the property may override it, or the literal is a
 * constant of the module.
 */
function isDefaultIn({ parent, pos }: ts.PropertyAssignment): boolean {
  if (parent.properties.some((other) => ts.isSpreadAssignment(other) && other.pos > pos)) return true
  const declared = ts.findAncestor(parent, (node) => ts.isVariableDeclaration(node) || ts.isFunctionLike(node))
  return declared !== undefined && ts.isVariableDeclaration(declared) && ts.isSourceFile(declared.parent.parent.parent)
}

/** The type of the value that a pattern destructures, without the defaults of the pattern itself. */
function wholeOf(pattern: ts.ObjectBindingPattern, checker: ts.TypeChecker): ts.Type {
  const { parent } = pattern
  if (!ts.isBindingElement(parent)) {
    if (parent.type) return checker.getTypeFromTypeNode(parent.type)
    if (parent.initializer) return checker.getTypeAtLocation(parent.initializer)
  }
  return checker.getTypeAtLocation(pattern)
}

function propertyOf(type: ts.Type, name: ts.Node): ts.Symbol | undefined {
  return type.getProperty(name.getText())
}

function ownerOf(member: ts.Node): ts.Declaration {
  const isNamed = (node: ts.Node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
  return (ts.findAncestor(member, isNamed) ?? member) as ts.Declaration
}
