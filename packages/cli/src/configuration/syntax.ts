import { createRequire } from 'node:module'

/** A node of a syntax tree of Babel, with the properties that this package reads. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly name?: string
  readonly source?: Node | null
  readonly value?: unknown
  readonly imported?: Node
  readonly local?: Node
  readonly exported?: Node
  readonly specifiers?: readonly Node[]
  readonly elements?: readonly (Node | null)[]
  readonly callee?: Node
  readonly arguments?: readonly Node[]
  readonly argument?: Node | null
  readonly expression?: Node
  readonly declaration?: Node | null
  readonly declarations?: readonly Node[]
  readonly id?: Node
  readonly init?: Node | null
  readonly kind?: string
  readonly importKind?: string | null
  readonly exportKind?: string | null
  readonly properties?: readonly Node[]
  readonly key?: Node
  readonly computed?: boolean
  readonly object?: Node
  readonly property?: Node
  readonly params?: readonly Node[]
  readonly body?: Node | readonly Node[]
  readonly async?: boolean
  readonly generator?: boolean
}

/** Returns the statements of a module; `undefined` if the module cannot be parsed. */
export function parseStatements(code: string): readonly Node[] | undefined {
  // The parser is loaded only when it is needed: most commands parse nothing, and loading the parser would take a third
  // of their time to start.
  const { parse } = require('@babel/parser') as typeof import('@babel/parser')
  try {
    const { program } = parse(code, { sourceType: 'module', plugins: ['typescript', 'explicitResourceManagement'] })
    return program.body as unknown as readonly Node[]
  } catch {
    return undefined
  }
}

const require = createRequire(import.meta.url)
