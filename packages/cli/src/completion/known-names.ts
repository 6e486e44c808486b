import { existsSync, readFileSync } from 'node:fs'
import { keyText } from '../configuration/config-parts.ts'
import { type Node, parseStatements } from '../configuration/syntax.ts'
import { typesFile } from '../types/types-file.ts'

/** The names of routes, and the keys of the configuration, that are known without running the application. */
export interface KnownNames {
  /** The params of each route, by its name. */
  readonly routes: ReadonlyMap<string, readonly string[]>
  /** The keys of the configuration in the form that `app config` accepts. */
  readonly keys: readonly string[]
}

/** Reads the names in the file that `app types` has written. Without this file no names are known. */
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

/** A syntax tree node of a type declaration, with those properties that only such nodes have. */
interface TypeNode extends Node {
  readonly members?: readonly TypeNode[]
  readonly typeAnnotation?: TypeNode
}

/** Gives the members of an interface in a declared module, of an object type, or of a property with an object type. */
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
