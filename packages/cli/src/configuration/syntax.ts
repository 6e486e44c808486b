import { parseModule } from 'magicast'

/** What we read of the nodes of a syntax tree. */
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

/** The statements of a module; `undefined` where it cannot be parsed. */
export function parseStatements(code: string): readonly Node[] | undefined {
  try {
    return (parseModule(atTheirPlaces(code)).$ast as unknown as { readonly body: readonly Node[] }).body
  } catch {
    return undefined
  }
}

/** The parser takes carriage returns away and widens tabs; with blanks in their place all stays where it is. */
function atTheirPlaces(code: string): string {
  return code.replace(/[\r\t\ufeff]/g, ' ')
}
