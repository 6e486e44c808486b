import { type Content, contentOf, type EndpointDescription, responseContent } from '@app/endpoint'

/** A body without its schema. */
export interface PlainContent {
  readonly kind: string
  readonly type: string
}

/** What a client needs of a description at run time. It is JSON. */
export interface PlainEndpoint {
  readonly method: string
  readonly path: string
  readonly body?: PlainContent
  readonly responses: Readonly<Record<string, PlainContent | null>>
}

/** Descriptions without schemas, by the same names. */
export type PlainEndpoints<D> = { readonly [K in keyof D]: PlainEndpoint }

/**
 * Takes from descriptions what a client needs, without schemas: JSON, for a page that bundles no schema library.
 *
 * A step of the build writes it into a file, and the page calls `createClient<typeof notes>(plain)`.
 */
export function withoutSchemas<D extends Readonly<Record<string, EndpointDescription>>>(
  endpoints: D,
): PlainEndpoints<D> {
  const plain = Object.entries(endpoints).map(([name, { method, path, body, responses }]) => {
    const contents = Object.entries(responses).map(([status, response]) => [status, plainOf(responseContent(response))])
    return [
      name,
      { method, path, ...(body && { body: plainOf(contentOf(body)) }), responses: Object.fromEntries(contents) },
    ]
  })
  return Object.fromEntries(plain)
}

function plainOf(content: Content | null): PlainContent | null {
  return content && { kind: content.kind, type: content.type }
}
