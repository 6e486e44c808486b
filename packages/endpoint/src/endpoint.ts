import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { BodyLimits } from './body-limits.ts'
import type { Body } from './content.ts'
import type { ResponseDescription } from './response-description.ts'

/** A method that an endpoint may have. */
export type EndpointMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What server, documentation and client know of an endpoint: plain data, with schemas of any Standard Schema library. */
export interface EndpointDescription {
  readonly method: EndpointMethod
  /** A path of the router: `/teams/{team}/notes[/{page}]`. */
  readonly path: string
  /** The name of the route, and the `operationId` of the document. */
  readonly name?: string
  /** One line, for documentation. */
  readonly summary?: string
  /** As much as it takes, in CommonMark, for documentation. */
  readonly description?: string
  readonly tags?: readonly string[]
  readonly deprecated?: boolean
  /** What the placeholders of the path are. Without it each is a text. */
  readonly params?: StandardSchemaV1
  /** A key that occurs once is a text, a repeated one a list; a schema that takes no text gets a list of that one. */
  readonly query?: StandardSchemaV1
  /** The names are in lower case. */
  readonly headers?: StandardSchemaV1
  readonly cookies?: StandardSchemaV1
  /** A schema means JSON; `formContent(schema)` and the like mean another form. */
  readonly body?: Body
  /** How much the body may hold: items, keys and levels. The limit of its octets is `BodyLimit`, of the route. */
  readonly limits?: BodyLimits
  /** By status: a schema, which means JSON, a content, `null` for no body, or a map with `content` and `description`. */
  readonly responses: Readonly<Record<number, ResponseDescription>>
}

/**
 * Describes an endpoint. Gives the same data, frozen, with the types of all its parts.
 *
 * A key that a description does not have is a mistake that the compiler names.
 */
export function endpoint<const D extends EndpointDescription>(description: D & KnownKeys<D>): D {
  return Object.freeze(description)
}

type KnownKeys<D> = { readonly [K in Exclude<keyof D, keyof EndpointDescription>]: never }
