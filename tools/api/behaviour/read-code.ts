import ts from 'typescript-5'
import { unwrapped } from './constant.ts'
import type { Fact } from './fact.ts'

/**
 * The behaviour of a source that its declarations do not show: the variables of the environment that it reads, the
 * sections of the configuration that it reads, and the statuses of the errors that it makes.
 */
export function factsInCode(source: ts.SourceFile): readonly Fact[] {
  const facts: Fact[] = []
  const visit = (node: ts.Node): void => {
    const variable = variableIn(node)
    if (variable !== undefined) facts.push([`variable ${variable}`, 'read'])
    if (ts.isCallExpression(node) && node.expression.getText() === 'fromSection') {
      const [, section] = node.arguments
      if (section && ts.isStringLiteral(section)) facts.push([`section ${section.text}`, 'read'])
    }
    for (const status of statusesIn(node)) facts.push([`error ${status}`, 'made'])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return facts
}

const VARIABLE = /^[A-Z][A-Z0-9_]+$/

/**
 * The environment variables that a node of the syntax tree reads: `process.env.NAME`, `const { NAME } = process.env`,
 * `fromEnvironment('NAME')`.
 */
function variableIn(node: ts.Node): string | undefined {
  if (
    ts.isPropertyAccessExpression(node) &&
    /\benv\??$/.test(node.expression.getText()) &&
    VARIABLE.test(node.name.text)
  )
    return node.name.text
  if (ts.isBindingElement(node) && !node.dotDotDotToken && VARIABLE.test(node.name.getText()))
    return node.name.getText()
  if (ts.isCallExpression(node) && node.expression.getText() === 'fromEnvironment') {
    const [name] = node.arguments
    return name && ts.isStringLiteral(name) ? name.text : undefined
  }
  return undefined
}

/**
 * The statuses of the errors that a node of the syntax tree makes: `new HttpError(404)`, `refuse(request, 405)`,
 * `super(422)`, and `text('Gone', { status: 410 })`.
 */
function statusesIn(node: ts.Node): readonly string[] {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return []
  const given = node.arguments ?? []
  if (/(?:Error|^refuse\w*|^super)$/.test(node.expression.getText())) return given.slice(0, 2).flatMap(literalsIn)
  return given.flatMap((argument) => {
    const status =
      ts.isObjectLiteralExpression(argument) && argument.properties.find((one) => one.name?.getText() === 'status')
    return status && ts.isPropertyAssignment(status) ? literalsIn(status.initializer) : []
  })
}

/** The statuses of errors in an expression: one literal, or both literals that a condition chooses from. */
function literalsIn(node: ts.Expression): readonly string[] {
  const inner = unwrapped(node)
  if (ts.isConditionalExpression(inner)) return [...literalsIn(inner.whenTrue), ...literalsIn(inner.whenFalse)]
  return ts.isNumericLiteral(inner) && /^[45]\d\d$/.test(inner.text) ? [inner.text] : []
}
