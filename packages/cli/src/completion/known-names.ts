import { existsSync, readFileSync } from 'node:fs'
import { keyText } from '../configuration/config-parts.ts'
import { type Node, parseStatements } from '../configuration/syntax.ts'
import { typesFile } from '../types/types-file.ts'

/** The names that are known without running the application, since `config/types.d.ts` has them. */
export interface KnownNames {
  /** The names of the params of each route, by the name of the route. */
  readonly routes: ReadonlyMap<string, readonly string[]>
  /** The keys of the configuration in the form that `app config` accepts. */
  readonly keys: readonly string[]
}

/**
 * Reads the names of routes and keys in the `config/types.d.ts` that `app types` has written. Without this file, no
 * names are known.
 */
export function knownNames(root: string): KnownNames {
  const file = typesFile(root)
  const statements = existsSync(file) ? (parseStatements(readFileSync(file, 'utf8')) ?? []) : []
  const sections = new Map(statements.flatMap(membersOf).map((member) => [nameOf(member), member]))
  const routes = membersOf(sections.get('routes')).map(
    (route) => [nameOf(route), membersOf(route).map(nameOf)] as const,
  )
  return { routes: new Map(routes), keys: [...keysBelow(sections.get('configuration'), [])] }
}

function* keysBelow(member: TypeNode | undefined, above: readonly string[]): Generator<string> {
  for (const inner of membersOf(member)) {
    const path = [...above, nameOf(inner)]
    yield keyText(path)
    yield* keysBelow(inner, path)
  }
}

/** A node in the syntax tree of a type declaration, with the properties that the type `Node` lacks. */
interface TypeNode extends Node {
  readonly members?: readonly TypeNode[]
  readonly typeAnnotation?: TypeNode
}

/**
 * Returns the members that a node declares: an object type, a property with an object type, an interface, or a
 * `declare module` with interfaces.
 */
function membersOf(node: TypeNode | undefined): readonly TypeNode[] {
  if (node === undefined) return []
  if (node.type === 'TSPropertySignature' || node.type === 'TSTypeAnnotation') return membersOf(node.typeAnnotation)
  if (node.members) return node.members.filter(({ type }) => type === 'TSPropertySignature')
  const { body } = node
  const inner = Array.isArray(body) ? (body as readonly TypeNode[]) : [body as TypeNode | undefined]
  if (node.type === 'TSInterfaceBody') return inner.filter((one) => one?.type === 'TSPropertySignature') as TypeNode[]
  return inner.flatMap(membersOf)
}

function nameOf({ key }: Node): string {
  return key?.name ?? String(key?.value ?? '')
}
