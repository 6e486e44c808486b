import { type Content, type Contract, contentOf, type EndpointDescription, isEndpoint } from '@app/endpoint'

/** A body without its schema. */
export interface PlainContent {
  readonly kind: string
  readonly type: string
}

/** The part of a description that a client needs at run time. It is JSON. */
export interface PlainEndpoint {
  readonly method: string
  readonly path: string
  readonly body?: PlainContent
  readonly responses: Readonly<Record<string, PlainContent | null>>
}

/** Descriptions without schemas, by the same names. */
export type PlainEndpoints<D> = {
  readonly [K in keyof D]: D[K] extends EndpointDescription ? PlainEndpoint : PlainEndpoints<D[K]>
}

/**
 * Reduces descriptions to the part that a client needs, without schemas: JSON, for a page that bundles no schema
 * library.
 *
 * A step of the build writes it into a file, and the page calls `createClient<typeof notes>(plain)`.
 *
 * @example
 * await writeFile('notes.json', JSON.stringify(withoutSchemas({ listNotes })))
 */
export function withoutSchemas<D extends Contract>(endpoints: D): PlainEndpoints<D> {
  const plain = Object.entries(endpoints).map(([name, one]) => [
    name,
    isEndpoint(one) ? plainEndpoint(one) : withoutSchemas(one),
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
