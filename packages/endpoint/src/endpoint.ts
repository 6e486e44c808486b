import type { ParamsOf } from '@app/router'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { BodyLimits } from './body-limits.ts'
import type { Body } from './content.ts'
import type { ResponseDescription } from './response-description.ts'
import type { Wire } from './wire-types.ts'

/** A method that an endpoint may have. */
export type EndpointMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The description of an endpoint, for server, documentation and client: plain data, with schemas of any Standard Schema
 * library.
 */
export interface EndpointDescription {
  readonly method: EndpointMethod
  /** The path of the route, in the grammar of the router: `/teams/{team}/notes[/{page}]`. */
  readonly path: string
  /** The name of the route, and the `operationId` in the OpenAPI document. */
  readonly name?: string | undefined
  /** A summary in one line, for documentation. */
  readonly summary?: string | undefined
  /** Longer documentation, in CommonMark. */
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly deprecated?: boolean | undefined
  /** The schema of the params. Without it each param is a string. */
  readonly params?: StandardSchemaV1 | undefined
  /**
   * The schema of the query. The schema gets a string for a key that occurs once, and a list of strings for a repeated
   * key. If the schema refuses the string of a single key, it is called once more, with a list of this one string.
   */
  readonly query?: StandardSchemaV1 | undefined
  /** The schema of the headers. The names of the headers are in lower case. */
  readonly headers?: StandardSchemaV1 | undefined
  readonly cookies?: StandardSchemaV1 | undefined
  /** The body of requests. A schema means JSON; `formContent(schema)` and similar functions describe other formats. */
  readonly body?: Body | undefined
  /**
   * Limits for the items, keys and levels of the body. To limit its bytes, set the metadata `BODY_LIMIT` of the route.
   */
  readonly limits?: BodyLimits | undefined
  /**
   * Shows in the OpenAPI document that the handler calls `conditional()`: `If-None-Match` and 304 for GET and HEAD,
   * `If-Match` and 412 for other methods. `'required'` is for a handler that passes `{ required: true }`: requests need
   * `If-Match`, and there is a 428 too.
   */
  readonly conditional?: boolean | 'required' | undefined
  /**
   * The responses by status. Each is a schema, which means JSON; a `Content`; `null` for no body; or a map with one of
   * these three as `content`, which may also have `description` and `headers`.
   */
  readonly responses: Readonly<Record<number, ResponseDescription>>
}

/**
 * The type of an endpoint, for a program that writes out the types of its exports (`isolatedDeclarations`).
 *
 * @example
 * export const readNote: Endpoint<{ method: 'GET'; path: '/notes/{id}'; responses: { 200: typeof Note; 404: null } }> =
 *   endpoint({ method: 'GET', path: '/notes/{id}', responses: { 200: Note, 404: null } })
 */
export type Endpoint<D extends EndpointDescription> = { readonly [K in keyof D]: D[K] }

/**
 * Describes an endpoint. Returns the same data, frozen, with the types of all its parts.
 *
 * An unknown key, a status that is not a number, a param that is not a placeholder of the path, and a body of GET or
 * HEAD do not compile; the error of the compiler names the wrong part.
 *
 * @example
 * const createNote = endpoint({
 *   method: 'POST',
 *   path: '/teams/{team}/notes',
 *   body: z.object({ title: z.string() }),
 *   responses: { 201: Note, 409: z.object({ message: z.string() }) },
 * })
 */
export function endpoint<const D extends EndpointDescription>(
  description: D & UnknownKeys<D> & OddBody<D> & OddInputs<D> & OddStatuses<D> & OddParams<D>,
): D {
  return Object.freeze(description)
}

type UnknownKeys<D> = {
  readonly [K in Exclude<keyof D, keyof EndpointDescription>]: `An endpoint has no "${K & string}"`
}

type OddBody<D extends EndpointDescription> = D extends { readonly method: 'GET' | 'HEAD'; readonly body: Body }
  ? { readonly body: `A request with ${D['method']} has no body: describe its query` }
  : unknown

/** The parts whose schemas take a value that no request can hold, such as the input of `z.date()`. */
type OddInputs<D> = {
  readonly [K in keyof D & ('params' | 'query' | 'headers' | 'cookies' | 'body') as IsOdd<D[K]> extends true
    ? K
    : never]: `A request has no Date, bigint, Map or file in its ${K}: take what is sent, and let the schema make it of that`
}

type IsOdd<S> = S extends StandardSchemaV1
  ? [StandardSchemaV1.InferInput<S>] extends [Wire<StandardSchemaV1.InferInput<S>>]
    ? false
    : true
  : false

type OddStatuses<D extends EndpointDescription> =
  Exclude<keyof D['responses'], number | `${number}`> extends infer S extends string
    ? [S] extends [never]
      ? unknown
      : { readonly responses: { readonly [K in S]: `A status is a number such as 404, and no "${K}"` } }
    : never

type OddParams<D extends EndpointDescription> = D extends { readonly params: infer S extends StandardSchemaV1 }
  ? Exclude<keyof StandardSchemaV1.InferInput<S>, keyof ParamsOf<D['path']>> extends infer P extends string
    ? [P] extends [never]
      ? unknown
      : string extends P
        ? unknown
        : { readonly params: `"${P}" is not a placeholder of ${D['path']}` }
    : unknown
  : unknown
