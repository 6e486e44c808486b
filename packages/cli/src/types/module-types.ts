import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Node, parseStatements } from '../configuration/syntax.ts'
import { literal } from './type-text.ts'

/**
 * Returns the types of expressions in one module, as strings that name only imports and exports of the module:
 * `new Ledger()` has the type `InstanceType<typeof import('../src/ledger.ts').Ledger>`.
 *
 * The type of the module's whole default export, by `typeof import(…)`, would be more exact. But if a factory in it
 * asks for a service that the same file defines, this type would depend on itself, which the compiler refuses.
 */
export interface ModuleTypes {
  /**
   * Finds the expression at a path of keys in an export of the module. The export is a map, or a function that returns
   * a map. Without `exported`, it is the default export.
   */
  find(path: readonly string[], exported?: string): Node | undefined
  /** Finds the expression at a path of keys in the given map, which is an expression of the module. */
  findIn(map: Node, path: readonly string[]): Node | undefined
  /**
   * Returns the type of an expression as text; `undefined` if the imports and exports of the module are not enough to
   * name the type.
   */
  typeOf(expression: Node): string | undefined
  /** The imports and the named exports of the module. */
  readonly names: readonly NamedType[]
}

/** An import or a named export of a module. */
export interface NamedType {
  /** The module that exports it; `undefined` for the module itself. */
  readonly from: string | undefined
  /** Its name in that module. */
  readonly name: string
  /** Its type as text. */
  readonly type: string
  readonly value: unknown
}

/**
 * Parses a module that the application has loaded. The paths in the types are relative to `folder`, which gets the
 * declaration file. Returns `undefined` for a file that is not a module, and for a module with syntax errors.
 */
export async function moduleTypes(file: string, folder: string): Promise<ModuleTypes | undefined> {
  if (!/\.m?[jt]s$/.test(file)) return undefined
  const statements = parseStatements(readFileSync(file, 'utf8'))
  if (!statements) return undefined
  const named = await namesIn(statements, file, folder)
  const names = new Map([...named].map(([name, { type }]) => [name, type]))
  const constants = constantsIn(statements)
  // `hidden` has the names of the parameters of the functions around the expression. These names hide imports and
  // constants of the same names.
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
  // A key may be written as a constant: `{ [JOBS_SERVICE]: … }`.
  const keyOf = (node: Node | undefined): unknown => {
    if (node?.type === 'StringLiteral') return node.value
    if (node?.type === 'MemberExpression') return Reflect.get(Object(keyOf(node.object)), node.property?.name ?? '')
    if (node?.type === 'Identifier') return named.get(node.name ?? '')?.value ?? keyOf(constants.get(node.name ?? ''))
    return node?.expression && keyOf(node.expression)
  }
  const findIn = (map: Node | undefined, path: readonly string[]): Node | undefined =>
    path.reduce<Node | undefined>((node, key) => propertyOf(mapOf(node, constants), key, keyOf), map)
  return {
    find: (path, name = 'default') => findIn(exportIn(statements, constants, name), path),
    findIn,
    typeOf: (node) => typeOf(node),
    names: [...named.values()],
  }
}

/** Returns the imports and the named exports of a module, by their names in the module. */
async function namesIn(
  statements: readonly Node[],
  file: string,
  folder: string,
): Promise<ReadonlyMap<string, NamedType>> {
  const names = new Map<string, Omit<NamedType, 'value'>>()
  const own = specifier(file.replace(/\.([mc]?)ts$/, '.$1js'), folder)
  for (const { type, source, specifiers = [], declaration, importKind, exportKind } of statements) {
    if (importKind === 'type' || exportKind === 'type') continue
    if (type === 'ImportDeclaration') {
      const from = String(source?.value)
      const path = literal(from.startsWith('.') ? specifier(join(dirname(file), from), folder) : from)
      for (const { type: kind, imported, local, importKind: own } of specifiers) {
        if (own === 'type' || local?.name === undefined) continue
        const name = kind === 'ImportDefaultSpecifier' ? 'default' : imported?.name
        const type = `typeof import(${path})${name === undefined ? '' : `.${name}`}`
        names.set(local.name, { from, name: name ?? '', type })
      }
    } else if (type === 'ExportNamedDeclaration' && !source) {
      const declared = declaration?.declarations ?? (declaration ? [declaration] : [])
      const set = (local: string, name: string) =>
        names.set(local, { from: undefined, name, type: `typeof import(${literal(own)}).${name}` })
      for (const { id } of declared) if (id?.name) set(id.name, id.name)
      for (const { local, exported } of specifiers) {
        if (local?.name && exported?.name) set(local.name, exported.name)
      }
    }
  }
  const valued = Array.from(names, async ([local, named]) => {
    const exports = await importFrom(named.from ?? file, file)
    const value: unknown = named.name === '' ? exports : exports && Reflect.get(exports, named.name)
    return [local, { ...named, value }] as const
  })
  return new Map(await Promise.all(valued))
}

/** Imports a module as `importer` has imported it already. Returns `undefined` if that fails. */
export async function importFrom(from: string, importer: string): Promise<object | undefined> {
  try {
    const isFile = from.startsWith('.') || from === importer
    const file = isFile ? resolve(dirname(importer), from) : createRequire(importer).resolve(from)
    return (await import(pathToFileURL(file).href)) as object
  } catch {
    return undefined
  }
}

/** Finds the expression that a module exports under a name. */
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

/** Finds the value of the constant with a name, or the declaration of the function with this name, in a module. */
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

/** Returns the specifier by which a module in `folder` imports a file: `../src/ledger.ts`. */
function specifier(file: string, folder: string): string {
  const path = relative(folder, file).replaceAll('\\', '/')
  return path.startsWith('.') ? path : `./${path}`
}

/**
 * Finds the object literal that an expression stands for: the expression itself, the value of a constant, the inner
 * expression of `satisfies` or parentheses, or the result of a function.
 */
function mapOf(node: Node | undefined, constants: ReadonlyMap<string, Node>): Node | undefined {
  if (node?.type === 'ObjectExpression') return node
  if (node?.body) return mapOf(returned(node), constants)
  const inner = node?.type === 'Identifier' ? constants.get(node.name ?? '') : node?.expression
  return inner?.type === 'Identifier' ? undefined : inner && mapOf(inner, constants)
}

function propertyOf(map: Node | undefined, key: string, keyOf: (node: Node | undefined) => unknown): Node | undefined {
  const found = map?.properties?.findLast((property) => {
    if (property.type === 'SpreadElement') return false
    if (property.computed) return keyOf(property.key) === key
    return (property.key?.name ?? String(property.key?.value)) === key
  })
  return found?.type === 'ObjectMethod' ? found : (found?.value as Node | undefined)
}

/** Returns the type of a function, without its parameters: `() => Result`. */
function functionType(
  node: Node,
  hidden: ReadonlySet<string>,
  typeOf: (node: Node, hidden: ReadonlySet<string>) => string | undefined,
): string | undefined {
  const { params = [], async: isAsync, generator } = node
  // A function with a destructuring pattern as a parameter gets no type: names in the pattern may hide names of the
  // module, and are not collected here.
  if (generator || params.some(({ type }) => type !== 'Identifier')) return undefined
  const given = returned(node)
  const type = given && typeOf(given, new Set([...hidden, ...params.map(({ name = '' }) => name)]))
  return type && `() => ${isAsync ? `Promise<Awaited<${type}>>` : type}`
}

/** Returns the expression that a function returns, if the function has no other statement than its `return`. */
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
