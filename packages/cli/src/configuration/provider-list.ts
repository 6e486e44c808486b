import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type Node, parseStatements } from './syntax.ts'

/**
 * Returns the path of `config/config.ts` (or `.mts`, `.js`, `.mjs`), which has the list of providers; `undefined` if
 * the project has no such file.
 */
export function configFile(root: string): string | undefined {
  return ['ts', 'mts', 'js', 'mjs']
    .map((extension) => join(root, `config/config.${extension}`))
    .find((path) => existsSync(path))
}

/** Writes an origin with the name of the package or file in place of `configProvider`. */
export type NameOrigin = (origin: string) => string

const SOURCE = /^\S+ \(source (\d+)\)$/

/**
 * Makes a function that names the package or the file of a provider. `configProvider (source 2)` becomes `@app/static
 * (source 2)` if the second provider in the list of config/config.ts is imported from `@app/static`.
 */
export function originNames(root: string): NameOrigin {
  let packages: readonly (string | undefined)[] | undefined
  return (origin) => {
    const number = SOURCE.exec(origin)?.[1]
    if (number === undefined) return origin
    packages ??= listedPackages(root)
    const from = packages[Number(number) - 1]
    return from === undefined ? origin : `${from} (source ${number})`
  }
}

/**
 * Returns an item for each element of the list of providers: the package that the provider is imported from, or the
 * path of its file, relative to the root of the application. Other elements, which are not imported providers, become
 * `undefined`.
 */
function listedPackages(root: string): readonly (string | undefined)[] {
  const file = configFile(root)
  const module = file === undefined ? undefined : parseProviderModule(readFileSync(file, 'utf8'))
  const packages = new Map(module && importedProviders(module))
  const named = (from: string | undefined) => (from?.startsWith('.') ? posix.join('config', from) : from)
  return module?.list.elements?.map((element) => named(packages.get(element?.name ?? ''))) ?? []
}

/** The parts of the syntax tree of config/config.ts that the commands need. */
export interface ProviderModule {
  readonly imports: readonly Node[]
  /** The list of providers: the argument of the only call of `defineConfig` in the module. */
  readonly list: Node
}

/** Parses config/config.ts. Returns `undefined` if the code has syntax errors, no list of providers, or several. */
export function parseProviderModule(code: string): ProviderModule | undefined {
  const body = parseStatements(code)
  const list = body && findList(body)
  return list && { list, imports: body.filter((node) => node.type === 'ImportDeclaration') }
}

/**
 * Returns the imports of `configProvider` in a module: the name in the module, and the package or file that it is
 * imported from.
 */
export function importedProviders({ imports }: ProviderModule): readonly (readonly [name: string, from: string])[] {
  return imports.flatMap(({ source, specifiers = [] }) =>
    specifiers.flatMap(({ imported, local }) =>
      imported?.name === 'configProvider' && local?.name !== undefined
        ? [[local.name, String(source?.value)] as const]
        : [],
    ),
  )
}

/**
 * Returns the export that a name in the list refers to, and its module; `undefined` for a name that is not imported.
 */
export function importOf(
  { imports }: ProviderModule,
  name: string | undefined,
): { readonly imported: string; readonly from: string } | undefined {
  for (const { source, specifiers = [] } of imports) {
    const found = specifiers.find(({ local }) => local?.name !== undefined && local.name === name)
    const imported = found?.type === 'ImportDefaultSpecifier' ? 'default' : found?.imported?.name
    if (imported !== undefined) return { imported, from: String(source?.value) }
  }
  return undefined
}

/**
 * Finds the list in the call of `defineConfig`. Returns `undefined` for several calls, since it would be unclear which
 * list is meant.
 */
function findList(body: readonly Node[]): Node | undefined {
  const lists = [...nodesIn(body)].flatMap((node) => {
    const isCall = node.type === 'CallExpression' && node.callee?.name === 'defineConfig'
    const list = isCall ? bare(node.arguments?.[0]) : undefined
    return list?.type === 'ArrayExpression' ? [list] : []
  })
  return lists.length === 1 ? lists[0] : undefined
}

/** Returns the inner expression of `… satisfies T`, `… as T` and parentheses. */
function bare(node: Node | undefined): Node | undefined {
  return node?.expression ? bare(node.expression) : node
}

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesIn(item)
    return
  }
  const { type } = value as Partial<Node>
  if (typeof type !== 'string') return
  yield value as Node
  for (const [key, child] of Object.entries(value)) if (!NO_CHILDREN.has(key)) yield* nodesIn(child)
}

const NO_CHILDREN = new Set(['loc', 'original', 'comments', 'leadingComments', 'trailingComments', 'tokens', 'extra'])
