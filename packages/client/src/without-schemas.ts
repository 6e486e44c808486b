import { type Content, type Contract, contentOf, type EndpointDescription, isEndpoint } from '@app/endpoint'
import { groupOf } from './group-of.ts'

/** The description of a body without its schema. */
export interface PlainContent {
  readonly kind: string
  readonly type: string
}

/** The part of an endpoint's description that a client needs at run time, as JSON. */
export interface PlainEndpoint {
  readonly method: string
  readonly path: string
  readonly body?: PlainContent
  readonly responses: Readonly<Record<string, PlainContent | null>>
}

/** The descriptions without schemas, under the same names as in the contract. */
export type PlainEndpoints<D> = {
  readonly [K in keyof D]: D[K] extends EndpointDescription ? PlainEndpoint : PlainEndpoints<D[K]>
}

/**
 * Reduces descriptions to the JSON that a client needs, without schemas, so that a page need not bundle a schema
 * library.
 *
 * A build step writes the JSON into a file, and the page calls `createClient<typeof notes>(plain)`.
 *
 * @example
 * await writeFile('notes.json', JSON.stringify(withoutSchemas({ listNotes })))
 */
export function withoutSchemas<D extends Contract>(endpoints: D): PlainEndpoints<D> {
  const plain = Object.entries(endpoints).map(([name, one]) => [
    name,
    isEndpoint(groupOf(name, one)) ? plainEndpoint(one as EndpointDescription) : withoutSchemas(one as Contract),
  ])
  return Object.fromEntries(plain)
}

function plainEndpoint({ method, path, body, responses }: EndpointDescription): PlainEndpoint {
  const contents = Object.entries(responses).map(([status, response]) => [status, plainOf(contentOf(response))])
  return { method, path, ...(body && { body: plainOf(contentOf(body)) }), responses: Object.fromEntries(contents) }
}

function plainOf(content: Content): PlainContent
function plainOf(content: Content | null): PlainContent | null
function plainOf(content: Content | null): PlainContent | null {
  return content && { kind: content.kind, type: content.type }
}
