import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Node, parseStatements } from '../configuration/syntax.ts'
import { literal } from './type-text.ts'

/**
 * Names the types of expressions in one module by what the module imports and exports: `new Ledger()` is
 * `InstanceType<typeof import('../src/ledger.ts').Ledger>`.
 *
 * The type of the whole default export would be more exact, but a factory in it that gets a service of the same file
 * would make that type depend on itself.
 */
export interface ModuleTypes {
  /** The expression at a path of keys in what the module exports, a map or a function that returns one. Default: `default`. */
  find(path: readonly string[], exported?: string): Node | undefined
  /** The expression at a path of keys in a map of the module. */
  findIn(map: Node, path: readonly string[]): Node | undefined
  /** The type of an expression as text; `undefined` where the module's imports and exports do not tell it. */
  typeOf(expression: Node): string | undefined
}

/** Reads a module for a declaration file in `folder`; `undefined` for other files, and for a module with mistakes. */
export function moduleTypes(file: string, folder: string): ModuleTypes | undefined {
  if (!/\.m?[jt]s$/.test(file)) return undefined
  const statements = parseStatements(readFileSync(file, 'utf8'))
  if (!statements) return undefined
  const names = namesIn(statements, file, folder)
  const constants = constantsIn(statements)
  // `hidden` are the names of parameters, which mean something else than in the module.
  const typeOf = (node: Node, hidden: ReadonlySet<string> = new Set()): string | undefined => {
    const { name = '' } = node
    const part = (inner: Node | null | undefined) => (inner ? typeOf(inner, new Set([...hidden, name])) : undefined)
    switch (node.type) {
      case 'Identifier':
        if (hidden.has(name)) return undefined
        return names.get(name) ?? part(constants.get(name))
      case 'MemberExpression':
        return node.computed ? undefined : member(part(node.object), node.property?.name)
      case 'CallExpression':
        return wrapped('ReturnType', part(node.callee))
      case 'NewExpression':
        return wrapped('InstanceType', part(node.callee))
      case 'AwaitExpression':
        return wrapped('Awaited', part(node.argument))
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
      case 'ObjectMethod':
        return functionType(node, hidden, typeOf)
      case 'StringLiteral':
      case 'TemplateLiteral':
        return 'string'
      case 'NumericLiteral':
        return 'number'
      case 'BooleanLiteral':
        return 'boolean'
      case 'TSSatisfiesExpression':
      case 'ParenthesizedExpression':
        return part(node.expression)
      default:
        return undefined
    }
  }
  const findIn = (map: Node | undefined, path: readonly string[]): Node | undefined =>
    path.reduce<Node | undefined>((node, key) => propertyOf(mapOf(node, constants), key), map)
  return {
    find: (path, name = 'default') => findIn(exportIn(statements, constants, name), path),
    findIn,
    typeOf: (node) => typeOf(node),
  }
}

/** The types of what a module imports, and of what it exports by name. */
function namesIn(statements: readonly Node[], file: string, folder: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const own = specifier(file.replace(/\.([mc]?)ts$/, '.$1js'), folder)
  for (const { type, source, specifiers = [], declaration, importKind, exportKind } of statements) {
    if (importKind === 'type' || exportKind === 'type') continue
    if (type === 'ImportDeclaration') {
      const from = String(source?.value)
      const path = literal(from.startsWith('.') ? specifier(join(dirname(file), from), folder) : from)
      for (const { type: kind, imported, local, importKind: own } of specifiers) {
        if (own === 'type' || local?.name === undefined) continue
        const name = kind === 'ImportDefaultSpecifier' ? 'default' : imported?.name
        names.set(local.name, `typeof import(${path})${name === undefined ? '' : `.${name}`}`)
      }
    } else if (type === 'ExportNamedDeclaration' && !source) {
      const declared = declaration?.declarations ?? (declaration ? [declaration] : [])
      for (const { id } of declared) if (id?.name) names.set(id.name, `typeof import(${literal(own)}).${id.name}`)
      for (const { local, exported } of specifiers) {
        if (local?.name && exported?.name) names.set(local.name, `typeof import(${literal(own)}).${exported.name}`)
      }
    }
  }
  return names
}

/** The value that a module exports under a name. */
function exportIn(statements: readonly Node[], constants: ReadonlyMap<string, Node>, name: string): Node | undefined {
  const local = statements
    .filter(({ type, source }) => type === 'ExportNamedDeclaration' && !source)
    .flatMap(({ specifiers = [] }) => specifiers)
    .find(({ exported }) => exported?.name === name)?.local?.name
  if (name === 'default' && local === undefined) {
    const given = statements.find(({ type }) => type === 'ExportDefaultDeclaration')?.declaration ?? undefined
    return given?.type === 'Identifier' ? declaredIn(statements, constants, given.name ?? '') : given
  }
  return declaredIn(statements, constants, local ?? name)
}

/** The value of a constant or a function of a module. */
function declaredIn(statements: readonly Node[], constants: ReadonlyMap<string, Node>, name: string): Node | undefined {
  const declarations = statements.map((node) => node.declaration ?? node)
  return constants.get(name) ?? declarations.find(({ type, id }) => type === 'FunctionDeclaration' && id?.name === name)
}

function constantsIn(statements: readonly Node[]): ReadonlyMap<string, Node> {
  const constants = statements.flatMap((node) => {
    const { kind, declarations = [] } = node.type === 'ExportNamedDeclaration' ? (node.declaration ?? node) : node
    return kind === 'const' ? declarations : []
  })
  return new Map(constants.flatMap(({ id, init }) => (id?.name && init ? [[id.name, init] as const] : [])))
}

/** A path as a module in a folder imports it. */
function specifier(file: string, folder: string): string {
  const path = relative(folder, file).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

/** A map that stands there itself, behind a name, inside of `satisfies` and the like, or is what a function returns. */
function mapOf(node: Node | undefined, constants: ReadonlyMap<string, Node>): Node | undefined {
  if (node?.type === 'ObjectExpression') return node
  if (node?.body) return mapOf(returned(node), constants)
  const inner = node?.type === 'Identifier' ? constants.get(node.name ?? '') : node?.expression
  return inner?.type === 'Identifier' ? undefined : inner && mapOf(inner, constants)
}

function propertyOf(map: Node | undefined, key: string): Node | undefined {
  const found = map?.properties?.findLast((property) => {
    if (property.computed || property.type === 'SpreadElement') return false
    return (property.key?.name ?? String(property.key?.value)) === key
  })
  return found?.type === 'ObjectMethod' ? found : (found?.value as Node | undefined)
}

/** The type of a function's result, found without its parameters, whose names hide those of the module. */
function functionType(
  node: Node,
  hidden: ReadonlySet<string>,
  typeOf: (node: Node, hidden: ReadonlySet<string>) => string | undefined,
): string | undefined {
  const { params = [], async: isAsync, generator } = node
  // Names in a destructuring pattern are not collected.
  if (generator || params.some(({ type }) => type !== 'Identifier')) return undefined
  const given = returned(node)
  const type = given && typeOf(given, new Set([...hidden, ...params.map(({ name = '' }) => name)]))
  return type && `() => ${isAsync ? `Promise<Awaited<${type}>>` : type}`
}

/** The returned expression of a function that does nothing else. */
function returned(node: Node): Node | undefined {
  const body = node.body as Node
  if (body.type !== 'BlockStatement') return body
  const [only, ...more] = body.body as readonly Node[]
  return only?.type === 'ReturnStatement' && more.length === 0 ? (only.argument ?? undefined) : undefined
}

function member(type: string | undefined, name: string | undefined): string | undefined {
  if (type === undefined || name === undefined) return undefined
  return type.startsWith('typeof ') ? `${type}.${name}` : `(${type})[${literal(name)}]`
}

function wrapped(utility: string, type: string | undefined): string | undefined {
  return type && `${utility}<${type}>`
}
